package io.sternway.messaging.intake;

import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Polls topics and takes what comes through an {@link Intake}, on a thread of its own, until it is closed. The poll loop
 * stays alive while the intake waits for the database: partitions are paused, not skipped. The consumer's own positions
 * are stored with the facts, and alone when a poll moved them without any (A8).
 */
public final class FactConsumer implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(FactConsumer.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSED_POLL = Duration.ofMillis(200);
    private static final long PATIENCE_MILLIS = 500;
    private static final Duration DRAIN = Duration.ofSeconds(2);
    private static final Duration LEAVE = Duration.ofSeconds(2);

    private final String name;
    private final Supplier<Consumer<byte[], byte[]>> clients;
    private final List<String> topics;
    private final Intake intake;
    private final IntakeObserver observer;
    private final OnceAMinute once = new OnceAMinute();
    private final Thread poller;
    private final Pulse pulse;
    private final ExecutorService worker;
    private final Set<TopicPartition> unplaced = new HashSet<>();
    private volatile boolean stopped;
    private volatile boolean abandoned;
    private volatile boolean joined;
    private Set<TopicPartition> inHand = Set.of();

    /**
     * @param name names the threads
     * @param clients makes the Kafka client: read_committed, no automatic commit, earliest
     * @param topics what to read
     * @param intake where it goes
     * @param observer is told the lag
     */
    public FactConsumer(
            String name,
            Supplier<Consumer<byte[], byte[]>> clients,
            Collection<Topic> topics,
            Intake intake,
            IntakeObserver observer) {
        this.name = name;
        this.clients = clients;
        this.topics = topics.stream().map(Topic::topicName).toList();
        this.intake = intake;
        this.observer = observer;
        this.poller = new Thread(this::run, "poll-" + name);
        this.poller.setDaemon(true);
        this.pulse = new Pulse(poller);
        this.worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "take-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts to poll. */
    public void start() {
        poller.start();
    }

    /** Which one it is. */
    public String name() {
        return name;
    }

    /** Whether it is a member of its group, be it with partitions or as a spare without. */
    public boolean isJoined() {
        return joined;
    }

    /** Whether it goes on, while broker or database are away too; else only a new start helps. */
    public boolean isAlive() {
        return pulse.isAlive();
    }

    /** Takes nothing new from now on; {@link #close} waits for the rest. */
    public void stop() {
        stopped = true;
    }

    /** Finishes what is in hand, commits, and leaves the group, within twice 2 s. */
    @Override
    public void close() {
        stop();
        try {
            poller.join(DRAIN.toMillis());
            abandoned = true;
            poller.join(DRAIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        worker.shutdownNow();
    }

    private void run() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(15));
        int failures = 0;
        while (!stopped) {
            try {
                Consumer<byte[], byte[]> consumer = clients.get();
                try {
                    consumer.subscribe(topics, new Assignments(consumer));
                    while (!stopped) {
                        turn(consumer);
                        failures = 0;
                    }
                } finally {
                    joined = false;
                    unplaced.clear();
                    consumer.close(CloseOptions.timeout(LEAVE));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                failures++;
                pulse.beat();
                once.say(name, () -> LOG.errorf(e, "consumer failed and starts anew: channel=%s", name));
                pause(backoff.after(failures));
            }
        }
    }

    /** One poll and its consequences. */
    private void turn(Consumer<byte[], byte[]> consumer) throws InterruptedException {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        pulse.beat();
        Map<TopicPartition, Long> positions = positions(consumer, records);
        observer.lag(consumer.assignment().stream()
                .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
                .sum());
        if (records.isEmpty() && positions.isEmpty()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = records.nextOffsets();
        inHand = new HashSet<>(positions.keySet());
        abandoned = false;
        Future<Boolean> taking = worker.submit(() -> intake.take(records, positions, this::gaveUp));
        boolean taken = await(consumer, taking);
        if (!taken) {
            unplaced.addAll(inHand);
        } else if (!offsets.isEmpty()) {
            Map<TopicPartition, OffsetAndMetadata> ours = new HashMap<>(offsets);
            ours.keySet().retainAll(inHand);
            consumer.commitAsync(ours, (committed, e) -> {
                if (e != null) {
                    LOG.debugf(e, "offsets were not committed, a later commit covers them: channel=%s", name);
                }
            });
        }
        inHand = Set.of();
    }

    /** The intake asks before each try, so this is its sign of life too: a handler that hangs does not ask. */
    private boolean gaveUp() {
        pulse.beat();
        return abandoned;
    }

    /** Waits for the intake; when that takes long, goes on polling with everything paused. */
    private boolean await(Consumer<byte[], byte[]> consumer, Future<Boolean> taking) throws InterruptedException {
        boolean paused = false;
        while (true) {
            try {
                boolean done = taking.get(paused ? 1 : PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                if (paused) {
                    consumer.resume(consumer.paused());
                }
                return done;
            } catch (TimeoutException e) {
                consumer.pause(consumer.assignment());
                paused = true;
                ConsumerRecords<byte[], byte[]> none = consumer.poll(PAUSED_POLL);
                // A partition that was assigned in this very poll may bring records: they are read again.
                none.partitions()
                        .forEach(partition -> consumer.seek(
                                partition, none.records(partition).get(0).offset()));
            } catch (ExecutionException e) {
                throw new IllegalStateException("records could not be taken", e.getCause());
            }
        }
    }

    /** Where the poll left the consumer; for new partitions where it starts. */
    private Map<TopicPartition, Long> positions(
            Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        records.nextOffsets().forEach((partition, next) -> positions.put(partition, next.offset()));
        unplaced.removeAll(positions.keySet());
        for (TopicPartition partition : List.copyOf(unplaced)) {
            try {
                positions.put(partition, consumer.position(partition, Duration.ofMillis(100)));
                unplaced.remove(partition);
            } catch (org.apache.kafka.common.errors.TimeoutException e) {
                return positions;
            } catch (IllegalStateException | KafkaException e) {
                LOG.debugf(e, "no position yet: partition=%s", partition);
                return positions;
            }
        }
        return positions;
    }

    private static void pause(Duration wait) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Both are called inside {@code poll}, on its thread. */
    private final class Assignments implements ConsumerRebalanceListener {

        private final Consumer<byte[], byte[]> consumer;

        Assignments(Consumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            joined = true;
            unplaced.addAll(partitions);
            if (!inHand.isEmpty()) {
                consumer.pause(partitions);
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            unplaced.removeAll(partitions);
            Set<TopicPartition> left = new HashSet<>(inHand);
            left.removeAll(partitions);
            abandoned = abandoned || (left.isEmpty() && !inHand.isEmpty());
            inHand = left;
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            joined = false;
            onPartitionsRevoked(partitions);
        }
    }
}
