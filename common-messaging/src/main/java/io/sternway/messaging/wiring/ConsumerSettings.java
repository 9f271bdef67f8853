package io.sternway.messaging.wiring;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;

/** What all consumers of a service have in common, those behind channels and the plain ones. */
final class ConsumerSettings {

    /** Kafka's default: a replica hears with its next heartbeat that partitions move. */
    private static final int LONGEST_HEARTBEAT_MILLIS = 3_000;

    private ConsumerSettings() {}

    /**
     * The settings that the guarantees need, whatever else is configured.
     *
     * @param group the consumer group; it names the client too
     */
    static Map<String, Object> of(MessagingConfig config, String group) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, group);
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
        return settings;
    }
}
