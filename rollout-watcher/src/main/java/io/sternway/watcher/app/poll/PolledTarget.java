package io.sternway.watcher.app.poll;

import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A target that is looked at, and what was last reported of it. Guarded by its {@link PolledCluster}. */
final class PolledTarget {

    private final WatchedTarget target;
    private final long appliedNanos;
    private @Nullable Object reported;

    /**
     * @param appliedNanos when its epoch was applied, by {@link System#nanoTime}
     */
    PolledTarget(WatchedTarget target, long appliedNanos) {
        this.target = target;
        this.appliedNanos = appliedNanos;
    }

    WatchedTarget target() {
        return target;
    }

    Duration sinceApplied() {
        return Duration.ofNanos(Math.max(0, System.nanoTime() - appliedNanos));
    }

    /** The same target with news that do not touch what was seen of it. */
    PolledTarget with(WatchedTarget newer) {
        PolledTarget next = new PolledTarget(newer, appliedNanos);
        next.reported = reported;
        return next;
    }

    boolean isReported(Object signature) {
        return signature.equals(reported);
    }

    void reported(Object signature) {
        reported = signature;
    }

    /** The report was not stored: it is made again at the next look. */
    void notReported() {
        reported = null;
    }
}
