package io.sternway.evaluator.domain.health;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When failing counts as failed (H9).
 *
 * @param failureThreshold how long it must keep failing; absent: no limit by time
 * @param maxConsecutiveFailures how many failing evaluations in a row, at least 1; absent: no limit by count
 * @param checkInterval at most one evaluation in this time counts
 */
public record FailureLimits(
        @Nullable Duration failureThreshold, @Nullable Integer maxConsecutiveFailures, Duration checkInterval) {}
