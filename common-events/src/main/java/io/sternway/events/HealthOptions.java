package io.sternway.events;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at, how often, and when failing counts as failed; fixed at dispatch (H1 and H9).
 *
 * @param checks names of the checks; {@code readiness} is always among them
 * @param failureThreshold how long a target must keep failing before it counts as failed; absent: no limit by time
 * @param maxConsecutiveFailures how many failing evaluations in a row; at least 1; absent: no limit by count. If both
 *     limits are absent a definite failure counts at once
 * @param transientGrace if both limits are absent: how long an object must have been failing transiently at every look
 *     before that counts (H15); absent: 30 s
 * @param checkInterval at most one evaluation in this time counts for maxConsecutiveFailures
 * @param activeInterval how often the watcher looks while not everything is current, and for activeFor after the apply
 * @param steadyInterval how often it looks otherwise
 * @param activeFor how long after the apply the active interval holds
 */
public record HealthOptions(
        List<String> checks,
        @Nullable Duration failureThreshold,
        @Nullable Integer maxConsecutiveFailures,
        @Nullable Duration transientGrace,
        Duration checkInterval,
        Duration activeInterval,
        Duration steadyInterval,
        Duration activeFor) {

    public HealthOptions {
        checks = List.copyOf(checks);
    }
}
