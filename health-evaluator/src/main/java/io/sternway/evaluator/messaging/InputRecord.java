package io.sternway.evaluator.messaging;

import java.time.Instant;

/**
 * What led to an evaluation: the record that is being processed.
 *
 * @param cause the event's id
 * @param time the broker's time of the append; {@code now} of all decisions that follow
 * @param partition the record's partition
 * @param offset the record's offset
 */
record InputRecord(String cause, Instant time, int partition, long offset) {}
