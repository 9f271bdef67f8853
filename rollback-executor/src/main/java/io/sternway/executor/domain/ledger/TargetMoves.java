package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.ledger.Change.DeploymentRecord;
import io.sternway.executor.domain.ledger.Change.Kind;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What commands do to a target (X1). The newest epoch counts: it replaces one that has not started, and one that has
 * started is told to stop. An older command is answered with what is known. What workers do is in {@link WorkMoves}.
 */
public final class TargetMoves {
    static final Duration ASK_AGAIN = Duration.ofSeconds(15);

    private TargetMoves() {}

    /**
     * A command wants a target to hold a snapshot, or to be let go.
     *
     * @param existing the target's row, if it has one
     * @param leased whether a worker is on it now
     * @param snapshotKnown whether its snapshot is stored (a release needs none)
     */
    public static Change assign(
            Optional<Target> existing,
            TargetKey key,
            Assignment wanted,
            Duration deadline,
            boolean snapshotKnown,
            boolean leased,
            Instant now) {
        if (existing.isPresent() && wanted.epoch() <= existing.get().epoch()) {
            return answer(existing.get());
        }
        List<DeploymentRecord> records = new ArrayList<>();
        TargetBuilder fresh = fresh(key, wanted, now.plus(deadline), snapshotKnown, now);
        if (existing.isPresent()) {
            Target old = existing.get();
            if (old.outcome() == Outcome.Pending) {
                Change stopped = superseded(old, leased);
                records.addAll(stopped.records());
                old = stopped.target();
            }
            fresh.sequence(old.sequence()).holds(old.holds()).disturbed(isUnfinished(old));
        }
        Change accepted = accepted(fresh);
        records.addAll(accepted.records());
        return new Change(accepted.target(), records);
    }

    /**
     * The same for a target whose row cannot be read, with a newer epoch: what it holds is told by its cluster, and what
     * came of the epoch before by nobody, so writes of it may still be on their way.
     *
     * @param sequence how many records of it were published
     */
    public static Change assignUnread(
            TargetKey key, long sequence, Assignment wanted, Duration deadline, boolean snapshotKnown, Instant now) {
        return accepted(fresh(key, wanted, now.plus(deadline), snapshotKnown, now)
                .sequence(sequence)
                .disturbed(true));
    }

    private static TargetBuilder fresh(
            TargetKey key, Assignment wanted, Instant deadlineAt, boolean snapshotKnown, Instant now) {
        TargetBuilder draft = TargetBuilder.builder()
                .key(key)
                .assignment(wanted)
                .outcome(Outcome.Pending)
                .faults(List.of())
                .notes(List.of())
                .deadlineAt(deadlineAt)
                .dueAt(now)
                .prune(Prune.NONE);
        return snapshotKnown || wanted.letsGo() ? draft : awaitSnapshot(draft, deadlineAt, now);
    }

    /** Nothing can be done but to ask again. */
    static TargetBuilder awaitSnapshot(TargetBuilder draft, Instant end, Instant now) {
        return draft.reason(DeploymentReason.SnapshotUnknown.name())
                .message("the snapshot has not been received")
                .dueAt(earlier(now.plus(ASK_AGAIN), end));
    }

    private static Change accepted(TargetBuilder fresh) {
        return Change.telling(kindOf(fresh.build()), fresh);
    }

    /** A command is called back: what has not started does not start, what has started stops after the call in flight. */
    public static Change cancel(Target target, long epoch, String reason, boolean leased) {
        if (epoch > target.epoch()) {
            return Change.none(target);
        }
        if (epoch < target.epoch() || target.outcome() != Outcome.Pending) {
            return answer(target);
        }
        TargetBuilder draft = target.change().stopReason(reason);
        return leased ? Change.none(draft) : WorkMoves.stopped(draft, reason, false);
    }

    /** The target is healthy, or a rollback's time is up: leftovers may go (K5). */
    public static Change prune(Target target, long epoch, Duration deadline, Instant now) {
        if (epoch > target.epoch()) {
            return Change.none(target);
        }
        if (epoch < target.epoch() || target.released()) {
            return answer(target);
        }
        TargetBuilder draft = target.change();
        if (target.outcome() != Outcome.Applied) {
            draft.prune(
                    Prune.NONE.withState(PruneState.Failed, "nothing is pruned before the snapshot has been applied"));
            return Change.telling(Kind.PruneFailed, draft);
        }
        return switch (target.prune().state()) {
            case Done -> answer(target);
            case Pending -> Change.none(target);
            case None, Failed ->
                Change.none(draft.prune(Prune.NONE.withState(PruneState.Pending, null))
                        .pruneDeadlineAt(now.plus(deadline))
                        .dueAt(now)
                        .failures(0));
        };
    }

    /** The snapshot that a target waits for has come. */
    public static Change snapshotArrived(Target target, String snapshot, Instant now) {
        boolean waiting = target.work() != Target.Work.None
                && target.lacksSnapshot()
                && target.assignment().snapshot().equals(snapshot);
        return waiting ? Change.none(target.change().reason(null).message(null).dueAt(now)) : Change.none(target);
    }

    /** Says again what is known, with a new sequence: the answer to a command that is not newer. */
    public static Change answer(Target target) {
        if (target.released()) {
            return WorkMoves.released(target.change());
        }
        return Change.telling(kindOf(target), target.change());
    }

    /** Whether a write or a delete of an epoch may still be on its way. */
    private static boolean isUnfinished(Target old) {
        boolean deletes =
                old.prune().state() == PruneState.Pending || old.prune().state() == PruneState.Failed;
        return deletes || (old.outcome() != Outcome.Applied && (old.started() || old.disturbed()));
    }

    static Kind kindOf(Target target) {
        if (target.prune().state() == PruneState.Done) {
            return Kind.Pruned;
        }
        if (target.prune().state() == PruneState.Failed) {
            return Kind.PruneFailed;
        }
        boolean release = target.assignment().letsGo();
        return switch (target.outcome()) {
            case Pending -> target.lacksSnapshot() ? Kind.SnapshotUnknown : Kind.Pending;
            case Applied -> Kind.Deployed;
            case Failed -> release ? Kind.ReleaseFailed : Kind.Failed;
            case Partial, NotStarted, Unknown -> {
                if (release) {
                    yield Kind.ReleaseFailed;
                }
                yield target.faults().isEmpty() ? Kind.Stopped : Kind.Failed;
            }
        };
    }

    /**
     * A worker that has begun to write may have a call in flight: then nobody knows yet what it did. One that has not
     * will find the newer epoch before it does.
     */
    private static Change superseded(Target old, boolean leased) {
        return WorkMoves.stopped(old.change(), DeploymentReason.Superseded.name(), leased);
    }

    static Instant earlier(Instant one, @Nullable Instant other) {
        return other != null && other.isBefore(one) ? other : one;
    }
}
