package io.sternway.messaging.wiring;

import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.providers.extension.HealthCenter;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.TopicGate;
import io.sternway.messaging.intake.Intake;
import io.sternway.messaging.intake.IntakeObserver;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose batches an {@link Intake} takes: an {@code @Incoming} method with {@code @Blocking} gets {@code
 * ConsumerRecords<byte[], byte[]>}, gives them to {@link #take} and returns. SmallRye polls, also while the method waits
 * for the database, and commits what the method returned from.
 */
public final class IntakeChannel implements AutoCloseable {

    private static final Duration DRAIN = Duration.ofSeconds(2);

    private final String name;
    private final Intake intake;
    private final IntakeObserver observer;
    private final Channels channels;
    private final Semaphore idle = new Semaphore(1);
    private volatile @Nullable Pulse inHand;
    private volatile boolean abandoned;

    /** What opens channels, and what SmallRye and the Kafka clients say about them. */
    record Channels(
            TopicGate gate,
            ChannelRegistry registry,
            KafkaClientService clients,
            HealthCenter health,
            ChannelConsumers consumers) {}

    IntakeChannel(String name, Intake intake, IntakeObserver observer, Channels channels) {
        this.name = name;
        this.intake = intake;
        this.observer = observer;
        this.channels = channels;
    }

    /**
     * Takes all records; blocks until that is done, while the database is away too.
     *
     * @throws IllegalStateException if the service stops before they are stored: they are not acknowledged then
     */
    public void take(ConsumerRecords<byte[], byte[]> records) {
        Pulse pulse = new Pulse(Thread.currentThread());
        idle.acquireUninterruptibly();
        inHand = pulse;
        try {
            observer.lag((long) metrics("records-lag").sum());
            boolean taken = intake.take(records, Map.of(), () -> {
                pulse.beat();
                return abandoned;
            });
            if (!taken) {
                throw new IllegalStateException("stopped before the records were stored, they will be read again");
            }
        } finally {
            inHand = null;
            idle.release();
        }
    }

    /** Polls from when the topics are found right until the service stops; before, the consumer does not even exist. */
    public void open() {
        channels.gate().whenOpen(() -> channels.registry().getPausable(name).resume());
    }

    String name() {
        return name;
    }

    /** Takes nothing new from now on. */
    void stop() {
        channels.registry().getPausable(name).pause();
    }

    /** Finishes what is in hand, within twice 2 s. */
    @Override
    public void close() {
        boolean drained = drained();
        abandoned = true;
        if (!drained) {
            drained();
        }
    }

    private boolean drained() {
        try {
            if (idle.tryAcquire(DRAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                idle.release();
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** Whether its consumer is a member of its group and records get here. */
    boolean isJoined() {
        return channels.consumers().isJoined(name) && !hasFailed();
    }

    /** Whether it goes on, while broker or database are away too; else only a new start helps. */
    boolean isAlive() {
        Pulse pulse = inHand;
        return (pulse == null || pulse.isAlive())
                && !hasFailed()
                && metrics("last-poll-seconds-ago").allMatch(seconds -> seconds < Pulse.STILL.toSeconds());
    }

    private boolean hasFailed() {
        return channels.health().getLiveness().getChannels().stream()
                .filter(channel -> channel.getChannel().equals(name))
                .anyMatch(channel -> !channel.isOk());
    }

    /** Of the consumer, which says its metrics to any thread; nothing before it is opened. */
    private DoubleStream metrics(String metric) {
        KafkaConsumer<?, ?> consumer = channels.clients().getConsumer(name);
        Consumer<?, ?> client = consumer == null ? null : consumer.unwrap();
        if (client == null) {
            return DoubleStream.empty();
        }
        return client.metrics().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(metric))
                .map(entry -> entry.getValue().metricValue())
                .filter(Double.class::isInstance)
                .mapToDouble(value -> (Double) Objects.requireNonNull(value))
                .filter(value -> !Double.isNaN(value));
    }
}
