package io.sternway.executor.domain.ledger;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one row of a target (X1): the newest desired epoch and how far it has come, what the target holds, and when there
 * is something to do.
 *
 * @param key the target
 * @param sequence how many records of it were published
 * @param assignment what is wanted
 * @param outcome how far that has come
 * @param started whether a write of this epoch may have reached the cluster
 * @param outstanding whether the answer to such a write is missing
 * @param disturbed whether an earlier epoch was begun and did not end: its writes may still be on their way
 * @param reason what stands against it: the API server's reason, or the name of a {@link DeploymentReason}; absent when there
 *     is nothing to say
 * @param message for people
 * @param faults what stands against it, object by object
 * @param attempts how often it was tried
 * @param failures how many attempts in a row ended without progress
 * @param notes what was done
 * @param stopReason why it is to stop (X1); absent unless cancelled
 * @param deadlineAt when the attempts of this epoch end, by the database's clock
 * @param dueAt when there is something to do; absent when nothing is
 * @param holds what the target holds; absent before the first apply
 * @param prune what became of leftovers
 * @param pruneDeadlineAt when the prune ends
 * @param mendUntil until when it is looked after StatefulSets that may wait for a broken Pod (K7); absent when none can
 * @param released whether it is ours no longer
 */
@RecordBuilder
@RecordBuilder.Options(
        builderClassModifiers = {},
        enableWither = false)
public record Target(
        TargetKey key,
        long sequence,
        Assignment assignment,
        Outcome outcome,
        boolean started,
        boolean outstanding,
        boolean disturbed,
        @Nullable String reason,
        @Nullable String message,
        List<Fault> faults,
        int attempts,
        int failures,
        List<Note> notes,
        @Nullable String stopReason,
        Instant deadlineAt,
        @Nullable Instant dueAt,
        @Nullable HeldSnapshot holds,
        Prune prune,
        @Nullable Instant pruneDeadlineAt,
        @Nullable Instant mendUntil,
        boolean released) {

    public Target {
        faults = List.copyOf(faults);
        notes = List.copyOf(notes);
    }

    /** The newest desired epoch. */
    public long epoch() {
        return assignment.epoch();
    }

    /** Whether the failure speaks against the revision (R5): one fault that does is enough. */
    public boolean evidence() {
        return (outcome == Outcome.Failed || outcome == Outcome.Partial)
                && faults.stream().anyMatch(Fault::evidence);
    }

    /** What a worker has to do next. */
    public Work work() {
        if (outcome == Outcome.Pending) {
            return assignment.letsGo() ? Work.Release : Work.Apply;
        }
        if (prune.state() == PruneState.Pending) {
            return Work.Prune;
        }
        return mendUntil == null ? Work.None : Work.Mend;
    }

    /** When the time for what is to be done next is up. */
    public Instant workEndsAt() {
        Instant end = switch (work()) {
            case Prune -> pruneDeadlineAt;
            case Mend -> mendUntil;
            case None, Apply, Release -> deadlineAt;
        };
        return end == null ? deadlineAt : end;
    }

    /** Kinds of work. */
    public enum Work {
        None,
        Apply,
        Prune,
        Mend,
        Release
    }

    /** Whether it waits for its snapshot, or has answered so. */
    boolean lacksSnapshot() {
        return DeploymentReason.SnapshotUnknown.name().equals(reason);
    }

    /** A copy with some parts changed. Only moves use it. */
    TargetBuilder change() {
        return TargetBuilder.builder(this);
    }
}
