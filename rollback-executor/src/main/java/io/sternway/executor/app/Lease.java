package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.vocabulary.DeploymentReason;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker's hold on one target, by the monotonic clock (X3): it is over when less than one call's time is left, so that
 * a call that was begun in time has ended before anybody else begins.
 */
final class Lease {
    private final TargetKey key;
    private final long epoch;
    private final LongSupplier nanoTime;
    private final long usableNanos;
    private final long deadline;
    private volatile long renewedAt;
    private volatile @Nullable DeploymentReason stop;

    /**
     * @param renewedAt when the claim was sent to the database
     * @param usableNanos the lease less one call's time-out
     * @param deadline when the command's time is up
     */
    Lease(TargetKey key, long epoch, LongSupplier nanoTime, long renewedAt, long usableNanos, long deadline) {
        this.key = key;
        this.epoch = epoch;
        this.nanoTime = nanoTime;
        this.renewedAt = renewedAt;
        this.usableNanos = usableNanos;
        this.deadline = deadline;
    }

    TargetKey key() {
        return key;
    }

    long epoch() {
        return epoch;
    }

    /** The database has prolonged it; {@code sentAt} is when it was asked. */
    void renewed(long sentAt) {
        renewedAt = sentAt;
    }

    /** The command was called back or replaced. */
    void stop(DeploymentReason reason) {
        stop = reason;
    }

    /** Ends the attempt when the worker is to stop. */
    void check() {
        DeploymentReason reason = stop;
        if (reason != null) {
            throw AttemptEndedException.stopped(reason);
        }
        long now = nanoTime.getAsLong();
        if (now - renewedAt >= usableNanos) {
            throw AttemptEndedException.stopped(DeploymentReason.LeaseLost);
        }
        if (now - deadline >= 0) {
            throw AttemptEndedException.stopped(DeploymentReason.DeadlineExceeded);
        }
    }
}
