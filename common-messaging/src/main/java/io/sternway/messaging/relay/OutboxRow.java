package io.sternway.messaging.relay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox.
 *
 * @param id its number; within a shard the order of publication
 * @param topic the topic's name
 * @param key the record's key
 * @param headers names and values in turn
 * @param value the record's value; null for a tombstone, and while {@code large}
 * @param large its value was not read with it because of its size
 */
record OutboxRow(
        long id, String topic, String key, List<String> headers, byte @Nullable [] value, boolean large) {

    OutboxRow withValue(byte @Nullable [] read) {
        return new OutboxRow(id, topic, key, headers, read, false);
    }
}
