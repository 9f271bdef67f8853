package io.sternway.messaging.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Identifier;
import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.TopicGate;
import io.sternway.messaging.intake.FactConsumer;
import io.sternway.messaging.intake.FactHandler;
import io.sternway.messaging.intake.Intake;
import io.sternway.messaging.intake.Transactions;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes a service's intakes; only where there is a database ({@code quarkus.datasource.db-kind} is postgresql). */
@ApplicationScoped
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
public class Intakes {

    private static final int FIRST = 1;
    /** Kafka's default: a replica hears with its next heartbeat that partitions move. */
    private static final int LONGEST_HEARTBEAT_MILLIS = 3_000;

    private final MessagingConfig config;
    private final Map<String, Object> kafka;
    private final TopicGate gate;
    private final Intake.Stores stores;
    private final MeterRegistry meters;
    private final Clock clock;
    private final List<Intake> intakes = new CopyOnWriteArrayList<>();
    private final List<FactConsumer> consumers = new CopyOnWriteArrayList<>();

    @Inject
    Intakes(
            MessagingConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            TopicGate gate,
            Transactions transactions,
            Inbox inbox,
            Outbox outbox,
            ConsumerPositions positions,
            MeterRegistry meters,
            Clock clock) {
        this.config = config;
        this.kafka = kafka;
        this.gate = gate;
        this.meters = meters;
        this.clock = clock;
        this.stores = new Intake.Stores(config.service(), behindGate(gate, transactions), inbox, outbox, positions);
    }

    /**
     * An intake for an {@code @Incoming} method with {@code @Blocking} that gets {@code ConsumerRecords<byte[],
     * byte[]>}: it calls {@link Intake#take(org.apache.kafka.clients.consumer.ConsumerRecords)} and returns. Nothing is
     * taken until the topics are found right.
     */
    public Intake intake(String channel, FactHandler handler) {
        return intake(channel, handler, new IntakeMetrics(meters, channel));
    }

    /**
     * Reads topics on a thread of its own and stores positions, from when the topics are found right until the service
     * stops. For the topics whose positions a deadline looks at: health and deployments. The consumer group is
     * {@code <service>-<channel>}.
     */
    public void consume(String channel, Collection<Topic> topics, FactHandler handler) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.service() + "-" + channel);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, config.service() + "-" + channel);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                IsolationLevel.READ_COMMITTED.name().toLowerCase(Locale.ROOT));
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        int sessionTimeout = Math.toIntExact(config.sessionTimeout().toMillis());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionTimeout);
        settings.put(
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Math.min(LONGEST_HEARTBEAT_MILLIS, sessionTimeout / 4));
        IntakeMetrics metrics = new IntakeMetrics(meters, channel);
        FactConsumer consumer = new FactConsumer(
                channel,
                () -> new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                topics,
                intake(channel, handler, metrics),
                metrics);
        consumers.add(consumer);
        gate.whenOpen(consumer::start);
    }

    /** Consumers that are in no group yet. */
    List<String> outside() {
        return consumers.stream()
                .filter(consumer -> !consumer.isJoined())
                .map(FactConsumer::name)
                .toList();
    }

    /** Consumers that have died or hang. */
    List<String> dead() {
        return consumers.stream()
                .filter(consumer -> !consumer.isAlive())
                .map(FactConsumer::name)
                .toList();
    }

    void takeNothingNew(@Observes @Priority(FIRST) ShutdownEvent event) {
        consumers.forEach(FactConsumer::stop);
    }

    void stop(@Observes ShutdownEvent event) {
        consumers.parallelStream().forEach(FactConsumer::close);
        intakes.forEach(Intake::close);
    }

    private Intake intake(String channel, FactHandler handler, IntakeMetrics metrics) {
        Backoff backoff = new Backoff(config.retry().firstWait(), config.retry().longestWait());
        Intake intake = new Intake(
                channel,
                handler,
                stores,
                new Intake.Retry(backoff, config.retry().tries()),
                metrics,
                clock);
        intakes.add(intake);
        return intake;
    }

    private static Transactions behindGate(TopicGate gate, Transactions transactions) {
        return work -> {
            try {
                if (!gate.await()) {
                    throw new IllegalStateException("stopped before the topics were found right");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted before the topics were found right", e);
            }
            transactions.run(work);
        };
    }
}
