package io.sternway.executor.domain.answer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long to wait before the next attempt towards a cluster (X4): 1 s to 15 s, doubling, with jitter. */
public final class Backoff {
    private static final long LEAST_MILLIS = 1_000;
    private static final long MOST_MILLIS = 15_000;

    private Backoff() {}

    /**
     * The wait after a failed attempt.
     *
     * @param failures how many attempts have failed in a row, from 1
     * @param jitter from 0 (inclusive) to 1 (exclusive), drawn by the caller
     * @param retryAfter what the API server asked for; never less is waited
     */
    public static Duration after(int failures, double jitter, @Nullable Duration retryAfter) {
        int doublings = Math.min(Math.max(failures, 1), 10);
        long most = Math.min(MOST_MILLIS, LEAST_MILLIS << doublings);
        long millis = LEAST_MILLIS + Math.round((most - LEAST_MILLIS) * jitter);
        Duration wait = Duration.ofMillis(millis);
        return retryAfter != null && retryAfter.compareTo(wait) > 0 ? retryAfter : wait;
    }
}
