package io.sternway.messaging;

import org.jspecify.annotations.Nullable;

/**
 * Where a record was read.
 *
 * @param topic the topic's name
 * @param partition its partition
 * @param offset its offset
 * @param key the record's key as text; null where it has none
 */
public record Origin(
        String topic, int partition, long offset, @Nullable String key) {}
