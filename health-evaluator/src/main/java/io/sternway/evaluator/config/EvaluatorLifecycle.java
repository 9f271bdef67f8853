package io.sternway.evaluator.config;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.sternway.evaluator.messaging.EvaluatorTopology;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.TopicGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the topology, from when the topics are right until the service ends. Its settings are {@code kafka.*} and, without
 * that prefix, {@code kafka-streams.*}. A thread that fails is replaced, since the next one goes on from what is stored.
 */
@ApplicationScoped
public class EvaluatorLifecycle {

    private static final Logger LOG = Logger.getLogger(EvaluatorLifecycle.class);
    private static final String PREFIX = "kafka-streams.";
    private static final Duration LEAVE = Duration.ofSeconds(6);
    private static final long BETWEEN_THREADS_MILLIS = 1000;

    private final TopicGate topics;
    private final Map<String, Object> kafka;
    private final Config config;
    private final Event<KafkaStreams> created;
    private final OnceAMinute once = new OnceAMinute();
    private final StreamsHealth health = new StreamsHealth(System::nanoTime);
    private @Nullable KafkaStreams streams;
    private boolean stopped;

    @Inject
    EvaluatorLifecycle(
            TopicGate topics,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            Config config,
            Event<KafkaStreams> created) {
        this.topics = topics;
        this.kafka = kafka;
        this.config = config;
        this.created = created;
    }

    void start(@Observes StartupEvent event) {
        topics.whenOpen(this::begin);
    }

    void stop(@Observes ShutdownEvent event) {
        Optional<KafkaStreams> running;
        synchronized (this) {
            stopped = true;
            running = Optional.ofNullable(streams);
        }
        running.ifPresent(ending -> ending.close(LEAVE));
    }

    /** What stands against being ready; empty if nothing does. */
    synchronized String waitingFor() {
        return streams == null ? "topics" : health.waitingFor();
    }

    /** Whether only a new start helps. */
    synchronized boolean isDead() {
        return streams != null && health.isDead(streams.metrics());
    }

    private synchronized void begin() {
        if (stopped) {
            return;
        }
        try {
            KafkaStreams starting = new KafkaStreams(EvaluatorTopology.build(), settings());
            starting.setStateListener(health);
            starting.setUncaughtExceptionHandler(this::replaced);
            created.fire(starting);
            starting.start();
            streams = starting;
        } catch (RuntimeException e) {
            LOG.error("the topology cannot be started, the service ends", e);
            Quarkus.asyncExit(1);
        }
    }

    private StreamThreadExceptionResponse replaced(Throwable failure) {
        once.say(String.valueOf(failure), () -> LOG.error("a thread of the topology failed, another goes on", failure));
        try {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_THREADS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private Properties settings() {
        Properties settings = new Properties();
        settings.putAll(kafka);
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                config.getOptionalValue(name, String.class)
                        .ifPresent(value -> settings.setProperty(name.substring(PREFIX.length()), value));
            }
        }
        return settings;
    }
}
