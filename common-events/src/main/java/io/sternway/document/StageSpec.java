package io.sternway.document;

import io.sternway.events.ApplyOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a document, with its defaults filled in.
 *
 * @param name a DNS label, unique in the document
 * @param clusterSelector which clusters belong to it
 * @param emptyStage what happens if it selects no cluster (R6)
 * @param rollout in which steps clusters get the content
 * @param failureThreshold how long a target must keep failing before it counts as failed; absent: no limit by time
 * @param maxConsecutiveFailures how many failing evaluations in a row; at least 1; absent: no limit by count. If both
 *     are absent the first failing evaluation counts
 * @param onFailure what a failed stage does
 * @param onNoEvidence what it does if every failure is a cluster that never answered (R8)
 * @param rollbackScope what is taken back
 * @param rollbackOrder in which order
 * @param monitorFor how long failures are acted on after success (R22)
 * @param apply how objects are applied
 * @param trigger how the stage is left
 */
public record StageSpec(
        String name,
        ClusterSelector clusterSelector,
        EmptyStage emptyStage,
        Rollout rollout,
        @Nullable Duration failureThreshold,
        @Nullable Integer maxConsecutiveFailures,
        OnFailure onFailure,
        OnNoEvidence onNoEvidence,
        RollbackScope rollbackScope,
        RollbackOrder rollbackOrder,
        MonitorFor monitorFor,
        ApplyOptions apply,
        Trigger trigger) {

    /** What happens to a stage without clusters (R6). */
    public enum EmptyStage {
        /** The run waits there. */
        Block,
        /** The next stage starts. */
        Skip
    }

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

    /** What a rollback takes back. */
    public enum RollbackScope {
        /** The stage that failed. */
        Stage
    }

    /** In which order a rollback goes. */
    public enum RollbackOrder {
        /** Every cluster at once. */
        AllAtOnce
    }
}
