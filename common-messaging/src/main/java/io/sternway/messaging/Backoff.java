package io.sternway.messaging;

import java.time.Duration;

/**
 * How long to wait before the next try: doubling from the first to the longest.
 *
 * @param first the first wait
 * @param longest the longest wait
 */
public record Backoff(Duration first, Duration longest) {

    /** The wait after so many failed tries, counted from 1. */
    public Duration after(int failures) {
        int doublings = Math.min(Math.max(failures - 1, 0), 30);
        Duration wait = first.multipliedBy(1L << doublings);
        return wait.compareTo(longest) > 0 ? longest : wait;
    }
}
