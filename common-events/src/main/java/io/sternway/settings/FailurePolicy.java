package io.sternway.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is a failure of a target, and what a failed stage does. If both limits are absent, a definite failure counts at once,
 * and a transient one when it lasted for {@code transientGrace} (H15).
 *
 * @param failureThreshold how long a target must keep failing before it counts as failed; absent: no limit by time
 * @param maxConsecutiveFailures how many failing evaluations in a row, at least 1; absent: no limit by count
 * @param transientGrace how long an object must have been failing transiently at every look, where neither limit is given;
 *     absent: {@link #DEFAULT_TRANSIENT_GRACE}
 * @param onFailure what a failed stage does
 * @param onNoEvidence what it does if every failure is a cluster that never answered (R8)
 */
public record FailurePolicy(
        @Nullable Duration failureThreshold,
        @Nullable Integer maxConsecutiveFailures,
        @Nullable Duration transientGrace,
        OnFailure onFailure,
        OnNoEvidence onNoEvidence) {

    /** {@code transientGrace} of a stage that gives none. */
    public static final Duration DEFAULT_TRANSIENT_GRACE = Duration.ofSeconds(30);

    /** What a failed stage does (R16, R17). */
    public enum OnFailure {
        /** The run stops, clusters keep what they have. */
        Halt,
        /** The stage's clusters go back to the rollback target. */
        Rollback,
        /** The next stage starts. */
        Continue
    }

    /** What a stage does that failed only because clusters never answered (R8). */
    public enum OnNoEvidence {
        Halt,
        Rollback
    }
}
