package io.sternway.sandbox.story;

import io.sternway.events.AuditRecord;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads {@code sternway.audit} from its beginning on a thread of its own, each record once (by event id). */
public final class AuditTrail implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Consumer<Entry> listener;
    private final Thread thread;
    private final Set<String> seen = new HashSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private volatile boolean closed;

    /**
     * One audit event.
     *
     * @param id the event's id
     * @param type what happened, for example {@code StageFailed}
     * @param record the body
     */
    public record Entry(String id, String type, AuditRecord record) {}

    private AuditTrail(KafkaConsumer<String, byte[]> consumer, Consumer<Entry> listener) {
        this.consumer = consumer;
        this.listener = listener;
        this.thread = new Thread(this::follow, "audit-trail");
        this.thread.setDaemon(true);
    }

    /**
     * Reads what is there already, and follows what comes.
     *
     * @param listener told of each record that comes from now on, on the reader's thread
     */
    public static AuditTrail follow(String bootstrapServers, Consumer<Entry> listener) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(consumer.partitionsFor(Topic.AUDIT.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
        AuditTrail trail = new AuditTrail(consumer, listener);
        trail.readUntil(consumer.endOffsets(consumer.assignment()));
        trail.thread.start();
        return trail;
    }

    /**
     * Waits for a record, among those that have come and those that come.
     *
     * @throws IllegalStateException if none comes in time; the message says what was waited for and what came last
     */
    public synchronized Entry await(String what, Duration atMost, Predicate<Entry> wanted) {
        long end = System.nanoTime() + atMost.toNanos();
        int looked = 0;
        while (true) {
            for (; looked < entries.size(); looked++) {
                if (wanted.test(entries.get(looked))) {
                    return entries.get(looked);
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                String last = entries.isEmpty()
                        ? "nothing came"
                        : "the last was " + entries.get(entries.size() - 1).type();
                throw new IllegalStateException("waited " + atMost.toSeconds() + " s for " + what + ": " + last);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }

    /** Everything that has come so far. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readUntil(Map<TopicPartition, Long> ends) {
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            read(entry -> {});
        }
    }

    private void follow() {
        try (consumer) {
            while (!closed) {
                read(listener);
            }
        }
    }

    private void read(Consumer<Entry> told) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            if (CloudEvents.read(record) instanceof Received.Known known
                    && known.event().data() instanceof AuditRecord audit
                    && seen.add(known.event().id())) {
                Entry entry = new Entry(known.event().id(), known.event().type().name(), audit);
                add(entry);
                told.accept(entry);
            }
        }
    }

    private synchronized void add(Entry entry) {
        entries.add(entry);
        notifyAll();
    }
}
