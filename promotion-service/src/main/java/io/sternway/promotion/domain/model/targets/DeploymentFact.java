package io.sternway.promotion.domain.model.targets;

import io.sternway.vocabulary.PruneState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest that the executor said about a target, whole.
 *
 * @param epoch the newest epoch that the executor knows
 * @param sequence counts the executor's records of this target; newer is higher at one epoch
 * @param answer what it says about that epoch
 * @param reason CamelCase; absent when there is nothing to say
 * @param message for people
 * @param evidence whether a failure speaks against the revision (R5)
 * @param heldEpoch the epoch of the last completed apply; absent before the first
 * @param heldRevision its revision; absent before the first
 * @param heldComplete false from the first write of a newer epoch until that has completed
 * @param prune how far the prune of {@code epoch} has come
 * @param pruneMessage what stands against the prune, or what is retained, for people
 * @param notes what a rollback took away, overrode or left there (R36), for people; absent: nothing
 */
public record DeploymentFact(
        long epoch,
        long sequence,
        Answer answer,
        @Nullable String reason,
        @Nullable String message,
        boolean evidence,
        @Nullable Long heldEpoch,
        @Nullable Long heldRevision,
        boolean heldComplete,
        PruneState prune,
        @Nullable String pruneMessage,
        @Nullable List<String> notes) {

    public DeploymentFact {
        notes = notes == null ? null : List.copyOf(notes);
    }

    /** Newer: a higher epoch, or the same with a higher sequence. */
    public boolean newerThan(@Nullable DeploymentFact other) {
        return other == null || epoch > other.epoch || (epoch == other.epoch && sequence > other.sequence);
    }

    /** What the executor says about the epoch. */
    public enum Answer {
        /** StageDeployPending: accepted, or still trying. */
        Pending,
        /** StageDeployed, or a later record of the same epoch with outcome Applied. */
        Applied,
        /** StageDeployFailed: it cannot be applied. */
        Failed,
        /** StageDeployStopped before the first write: nothing was started there (R17). */
        StoppedNotStarted,
        /** StageDeployStopped after the first write, or with a write whose answer is outstanding. */
        StoppedStarted,
        /** The content is not there; nothing was changed (X7). */
        SnapshotUnknown,
        /** TargetReleased. */
        Released,
        /** TargetReleaseFailed. */
        ReleaseFailed
    }
}
