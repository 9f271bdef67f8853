package io.sternway.messaging.relay;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox.
 */
final class OutboxRow {

    private final long id;
    private final String topic;
    private final String key;
    private final List<String> headers;
    private final byte @Nullable [] value;
    private final boolean large;
    private final Instant createdAt;

    /**
     * @param id its number; within a shard the order of publication
     * @param topic the topic's name
     * @param key the record's key
     * @param headers names and values in turn
     * @param value the record's value; null for a tombstone, and while {@code large}
     * @param large its value was not read with it because of its size
     * @param createdAt when it was written, by the database's clock
     */
    OutboxRow(
            long id,
            String topic,
            String key,
            List<String> headers,
            byte @Nullable [] value,
            boolean large,
            Instant createdAt) {
        this.id = id;
        this.topic = topic;
        this.key = key;
        this.headers = List.copyOf(headers);
        this.value = value;
        this.large = large;
        this.createdAt = createdAt;
    }

    long id() {
        return id;
    }

    Instant createdAt() {
        return createdAt;
    }

    String topic() {
        return topic;
    }

    String key() {
        return key;
    }

    List<String> headers() {
        return headers;
    }

    byte @Nullable [] value() {
        return value;
    }

    boolean large() {
        return large;
    }

    OutboxRow withValue(byte @Nullable [] read) {
        return new OutboxRow(id, topic, key, headers, read, false, createdAt);
    }
}
