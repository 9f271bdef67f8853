package io.sternway.watcher.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka clients with the settings that the watcher's guarantees rest on; the rest comes from {@code kafka.*}. */
final class KafkaClients {

    private final Map<String, Object> common;
    private final WatcherConfig config;
    private final String client;

    KafkaClients(Map<String, Object> common, WatcherConfig config, String replica) {
        this.common = Map.copyOf(common);
        this.config = config;
        this.client = "rollout-watcher-" + replica;
    }

    /** Joins the group, commits nothing, sees nothing that is not committed. */
    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.group());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, client);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, millis(config.sessionTimeout()));
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, millis(config.sessionTimeout()) / 4);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 30_000);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Idempotent, at once, with little room: what does not fit is replaced by a newer report. */
    KafkaProducer<String, byte[]> producer() {
        Map<String, Object> settings = new HashMap<>(common);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, client);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 16 * 1024 * 1024);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 * 1024 * 1024);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1000);
        settings.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(10_000, millis(config.reportTimeout()) * 2 / 3));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(config.reportTimeout()));
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
