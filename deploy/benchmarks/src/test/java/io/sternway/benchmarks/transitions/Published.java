package io.sternway.benchmarks.transitions;

import io.sternway.events.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts what promotion-service has published. */
final class Published implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private long audits;
    private long records;
    private long bytes;
    private int runs;

    Published(String bootstrapServers) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = Stream.of(Topic.AUDIT, Topic.COMMANDS, Topic.ROLLBACKS)
                .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Waits until so many runs have succeeded. */
    void awaitRuns(int wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (runs < wanted) {
            long before = records;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                count(record);
            }
            if (records > before) {
                end = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "only " + runs + " of " + wanted + " runs succeeded, and nothing more is published");
            }
        }
    }

    /** Records of the audit topic: transitions. */
    long audits() {
        return audits;
    }

    /** Records of all topics that it writes. */
    long records() {
        return records;
    }

    /** Bytes of a record's value, on average. */
    int bytesOfRecord() {
        return (int) (bytes / records);
    }

    @Override
    public void close() {
        consumer.close();
    }

    private void count(ConsumerRecord<byte[], byte[]> record) {
        records++;
        bytes += record.value() == null ? 0 : record.value().length;
        if (record.topic().equals(Topic.AUDIT.topicName())) {
            audits++;
            Header type = record.headers().lastHeader("ce_type");
            if (new String(type.value(), StandardCharsets.UTF_8).contains("RunSucceeded")) {
                runs++;
            }
        }
    }
}
