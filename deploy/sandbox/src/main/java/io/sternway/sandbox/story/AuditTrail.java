package io.sternway.sandbox.story;

import io.sternway.events.AuditRecord;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Arrivals<Entry> entries = new Arrivals<>();
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
    public Entry await(String what, Duration atMost, Predicate<Entry> wanted) {
        return entries.await(atMost, wanted).orElseThrow(() -> {
            List<Entry> came = entries.all();
            String last = came.isEmpty()
                    ? "nothing came"
                    : "the last was " + came.get(came.size() - 1).type();
            return new IllegalStateException("waited " + atMost.toSeconds() + " s for " + what + ": " + last);
        });
    }

    /** Everything that has come so far. */
    public List<Entry> entries() {
        return entries.all();
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
                entries.add(entry);
                told.accept(entry);
            }
        }
    }
}
