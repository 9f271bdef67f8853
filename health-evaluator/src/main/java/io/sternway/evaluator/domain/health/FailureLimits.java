package io.sternway.evaluator.domain.health;

import io.sternway.settings.FailurePolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When failing counts as failed (H9).
 *
 * @param failureThreshold how long it must keep failing; absent: no limit by time
 * @param maxConsecutiveFailures how many failing evaluations in a row, at least 1; absent: no limit by count
 * @param transientGrace if neither is given: how long an object must have been failing transiently (H15); absent: 30 s
 * @param checkInterval at most one evaluation in this time counts
 */
public record FailureLimits(
        @Nullable Duration failureThreshold,
        @Nullable Integer maxConsecutiveFailures,
        @Nullable Duration transientGrace,
        Duration checkInterval) {

    /** Whether neither time nor count is given: then it matters what sort of failure it is. */
    boolean none() {
        return failureThreshold == null && maxConsecutiveFailures == null;
    }

    /** How long a transient failure must last, if none is given. */
    Duration grace() {
        return transientGrace == null ? FailurePolicy.DEFAULT_TRANSIENT_GRACE : transientGrace;
    }
}
