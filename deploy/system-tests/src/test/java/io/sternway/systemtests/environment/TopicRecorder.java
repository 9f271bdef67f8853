package io.sternway.systemtests.environment;

import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.sandbox.story.Arrivals;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads every topic from its beginning, as another system would, and keeps what came. */
public final class TopicRecorder implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread thread;
    private final Arrivals<Recorded> records = new Arrivals<>();
    private volatile Map<TopicPartition, Long> positions = Map.of();
    private volatile boolean closed;

    /**
     * A record as it was read.
     *
     * @param topic its topic
     * @param partition its partition
     * @param offset its offset
     * @param key its key
     * @param received what it is
     */
    public record Recorded(
            Topic topic,
            int partition,
            long offset,
            @Nullable String key,
            Received received) {

        /** The event; fails the test if the record is none. */
        public Event<?> event() {
            if (received instanceof Received.Known known) {
                return known.event();
            }
            throw new AssertionError("no event of a known type: " + this);
        }

        /** Where it is, for messages. */
        public String position() {
            return topic.topicName() + "-" + partition + "@" + offset + " (" + key + ")";
        }

        /** Whether it is an event of that type. */
        public boolean is(EventType type) {
            return received instanceof Received.Known known
                    && known.event().type().equals(type);
        }
    }

    private TopicRecorder(KafkaConsumer<String, byte[]> consumer) {
        this.consumer = consumer;
        this.thread = new Thread(this::follow, "topic-recorder");
        this.thread.setDaemon(true);
    }

    /** Begins to read. */
    public static TopicRecorder start(String bootstrapServers) {
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = Arrays.stream(Topic.values())
                .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        TopicRecorder recorder = new TopicRecorder(consumer);
        recorder.thread.start();
        return recorder;
    }

    /** What has come on a topic so far, in the order of each partition. */
    public List<Recorded> on(Topic topic) {
        return matching(record -> record.topic() == topic);
    }

    /** What has come on a topic with a key. */
    public List<Recorded> on(Topic topic, String key) {
        return matching(record -> record.topic() == topic && key.equals(record.key()));
    }

    /** What has come on the topics that are partitioned by cluster for a target. */
    public List<Recorded> of(TargetRef target) {
        return matching(record -> target.key().equals(record.key()));
    }

    /** Everything that has come so far, in the order of each partition. */
    public List<Recorded> all() {
        return matching(record -> true);
    }

    /** How far each partition has been read; what was published before has come. */
    public Map<TopicPartition, Long> positions() {
        return positions;
    }

    /** Waits for a record, among those that have come and those that come. */
    public Recorded await(String what, Duration atMost, Predicate<Recorded> wanted) {
        return await(() -> what, atMost, wanted);
    }

    /** The same; what is said when it does not come is asked for then. */
    public Recorded await(Supplier<String> what, Duration atMost, Predicate<Recorded> wanted) {
        return records.await(atMost, wanted)
                .orElseThrow(() -> new AssertionError("waited " + atMost + " for " + what.get()));
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

    private List<Recorded> matching(Predicate<Recorded> wanted) {
        return records.all().stream().filter(wanted).toList();
    }

    private void follow() {
        try (consumer) {
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    records.add(new Recorded(
                            topic(record.topic()),
                            record.partition(),
                            record.offset(),
                            record.key(),
                            CloudEvents.read(record)));
                }
                positions = consumer.assignment().stream()
                        .collect(Collectors.toUnmodifiableMap(Function.identity(), consumer::position));
            }
        }
    }

    private static Topic topic(String name) {
        return Arrays.stream(Topic.values())
                .filter(topic -> topic.topicName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
