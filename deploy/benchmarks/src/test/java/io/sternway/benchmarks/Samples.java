package io.sternway.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Durations that were measured, in nanoseconds. Percentiles are samples that occurred (nearest rank). Thread-safe. */
public final class Samples {

    private final List<Long> nanos = new ArrayList<>();

    /** Takes a sample. */
    public synchronized void add(long duration) {
        nanos.add(duration);
    }

    public synchronized int count() {
        return nanos.size();
    }

    public Duration median() {
        return percentile(50);
    }

    public Duration p90() {
        return percentile(90);
    }

    public Duration p99() {
        return percentile(99);
    }

    public Duration max() {
        return percentile(100);
    }

    /**
     * The smallest sample that at least so many percent do not exceed.
     *
     * @param percent above 0, at most 100
     * @throws IllegalStateException without any sample
     */
    public Duration percentile(double percent) {
        List<Long> sorted = copy();
        if (sorted.isEmpty()) {
            throw new IllegalStateException("nothing was measured");
        }
        Collections.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * sorted.size());
        return Duration.ofNanos(sorted.get(Math.max(1, rank) - 1));
    }

    private synchronized List<Long> copy() {
        return new ArrayList<>(nanos);
    }
}
