package io.sternway.watcher.app.report;

import java.time.Duration;
import java.time.Instant;

/**
 * A partition that was claimed. Since the broker says when, the age of what it stored before is known without this
 * process' clock, which may be wrong.
 *
 * @param term higher than that of every earlier owner
 * @param at when it was stored, by the broker's clock
 * @param nanos when that was known here, by {@link System#nanoTime}
 */
public record PartitionClaim(long term, Instant at, long nanos) {

    /**
     * When a record of the partition was written, by {@link System#nanoTime}. One that came after the claim is news.
     *
     * @param writtenAt when, by the broker's clock
     * @param readNanos when it was read here, by {@link System#nanoTime}
     */
    public long nanosOf(Instant writtenAt, long readNanos) {
        if (readNanos - nanos >= 0 || writtenAt.isAfter(at)) {
            return readNanos;
        }
        return nanos - Duration.between(writtenAt, at).toNanos();
    }
}
