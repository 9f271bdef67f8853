package io.sternway.systemtests.faults;

import io.sternway.events.EventType;
import io.sternway.events.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes every event between the services once more, as a publisher does that died before it knew that it had
 * published: the same bytes and id, behind what came meanwhile, the order of a key kept. A claim of a partition is not
 * repeated: where it stands is what it says.
 */
final class EventRepeater implements AutoCloseable {

    private static final List<Topic> TOPICS =
            List.of(Topic.COMMANDS, Topic.DEPLOYMENTS, Topic.OBSERVATIONS, Topic.CLUSTERS, Topic.HEALTH);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String MARK = "repeated";

    private final String bootstrapServers;
    private volatile boolean ending;
    private @Nullable Thread thread;

    EventRepeater(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** From now on everything comes twice. */
    void begin() {
        ending = false;
        Thread repeating = new Thread(this::repeat, "repeater");
        repeating.setDaemon(true);
        repeating.start();
        thread = repeating;
    }

    /** The last that is repeated is also the last of its key, so that a compacted topic ends with the newest. */
    void end() {
        ending = true;
        Thread repeating = thread;
        thread = null;
        if (repeating != null) {
            try {
                repeating.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        end();
    }

    private void repeat() {
        try (KafkaConsumer<String, byte[]> consumer = consumer();
                KafkaProducer<String, byte[]> producer = producer()) {
            List<TopicPartition> all = TOPICS.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToEnd(all);
            boolean done = false;
            while (!done) {
                consumer.poll(POLL).forEach(record -> {
                    if (isRepeatable(record)) {
                        var unused = producer.send(again(record));
                    }
                });
                producer.flush();
                done = ending && isAtTheEnd(consumer);
            }
        }
    }

    private static boolean isAtTheEnd(KafkaConsumer<String, byte[]> consumer) {
        return consumer.endOffsets(consumer.assignment()).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private static boolean isRepeatable(ConsumerRecord<String, byte[]> record) {
        Header type = record.headers().lastHeader("ce_type");
        boolean claim = type != null
                && new String(type.value(), StandardCharsets.UTF_8).equals(EventType.PARTITION_CLAIMED.type());
        return !claim && record.headers().lastHeader(MARK) == null;
    }

    private static ProducerRecord<String, byte[]> again(ConsumerRecord<String, byte[]> record) {
        ProducerRecord<String, byte[]> again = new ProducerRecord<>(
                record.topic(), record.partition(), record.key(), record.value(), record.headers());
        again.headers().add(MARK, new byte[0]);
        return again;
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "latest",
                        "enable.auto.commit", "false"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private KafkaProducer<String, byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "acks",
                        "all",
                        "max.request.size",
                        Objects.requireNonNull(Topic.COMMANDS.config().get("max.message.bytes"))),
                new StringSerializer(),
                new ByteArraySerializer());
    }
}
