package io.sternway.executor.domain.target;

import io.sternway.executor.domain.target.Change.Kind;
import io.sternway.executor.domain.target.Change.Told;
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
    /** Reason of a target that waits for its snapshot. */
    public static final String SNAPSHOT_UNKNOWN = "SnapshotUnknown";
    /** Reason of an epoch that a newer one replaced. */
    public static final String SUPERSEDED = "Superseded";

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
        List<Told> records = new ArrayList<>();
        long sequence = 0;
        Holds holds = null;
        boolean disturbed = false;
        if (existing.isPresent()) {
            Target old = existing.get();
            if (old.outcome() == Outcome.PENDING) {
                Change stopped = superseded(old, leased);
                records.addAll(stopped.records());
                old = stopped.target();
            }
            sequence = old.sequence();
            holds = old.holds();
            disturbed = isUnfinished(old);
        }
        Target fresh = fresh(key, sequence + 1, wanted, disturbed, holds, now.plus(deadline), snapshotKnown, now);
        records.add(first(fresh));
        return new Change(fresh, records);
    }

    /**
     * The same for a target whose row cannot be read, with a newer epoch: what it holds is told by its cluster, and what
     * came of the epoch before by nobody, so writes of it may still be on their way.
     *
     * @param sequence how many records of it were published
     */
    public static Change assignUnread(
            TargetKey key, long sequence, Assignment wanted, Duration deadline, boolean snapshotKnown, Instant now) {
        Target fresh = fresh(key, sequence + 1, wanted, true, null, now.plus(deadline), snapshotKnown, now);
        return new Change(fresh, List.of(first(fresh)));
    }

    private static Target fresh(
            TargetKey key,
            long sequence,
            Assignment wanted,
            boolean disturbed,
            @Nullable Holds holds,
            Instant deadlineAt,
            boolean snapshotKnown,
            Instant now) {
        boolean ready = snapshotKnown || wanted.purpose().isRelease();
        return new Target(
                key,
                sequence,
                wanted,
                Outcome.PENDING,
                false,
                false,
                disturbed,
                ready ? null : SNAPSHOT_UNKNOWN,
                ready ? null : "the snapshot has not been received",
                List.of(),
                0,
                0,
                List.of(),
                null,
                deadlineAt,
                ready ? now : earlier(now.plus(ASK_AGAIN), deadlineAt),
                holds,
                Prune.NONE,
                null,
                null,
                false);
    }

    private static Told first(Target fresh) {
        return new Told(fresh.reason() == null ? Kind.PENDING : Kind.SNAPSHOT_UNKNOWN, fresh);
    }

    /** A command is called back: what has not started does not start, what has started stops after the call in flight. */
    public static Change cancel(Target target, long epoch, String reason, boolean leased) {
        if (epoch > target.epoch()) {
            return Change.none(target);
        }
        if (epoch < target.epoch() || target.outcome() != Outcome.PENDING) {
            return answer(target);
        }
        Draft draft = target.change();
        draft.stopReason = reason;
        return leased ? Change.none(draft.done()) : WorkMoves.stopped(draft, reason, false);
    }

    /** The target is healthy, or a rollback's time is up: leftovers may go (K5). */
    public static Change prune(Target target, long epoch, Duration deadline, Instant now) {
        if (epoch > target.epoch()) {
            return Change.none(target);
        }
        if (epoch < target.epoch() || target.released()) {
            return answer(target);
        }
        Draft draft = target.change();
        if (target.outcome() != Outcome.APPLIED) {
            draft.prune = new Prune(
                    Prune.State.FAILED, List.of(), List.of(), "nothing is pruned before the snapshot has been applied");
            return Change.telling(Kind.PRUNE_FAILED, draft);
        }
        return switch (target.prune().state()) {
            case DONE -> answer(target);
            case PENDING -> Change.none(target);
            case NONE, FAILED -> {
                draft.prune = new Prune(Prune.State.PENDING, List.of(), List.of(), null);
                draft.pruneDeadlineAt = now.plus(deadline);
                draft.dueAt = now;
                draft.failures = 0;
                yield Change.none(draft.done());
            }
        };
    }

    /** The snapshot that a target waits for has come. */
    public static Change snapshotArrived(Target target, String snapshot, Instant now) {
        boolean waiting = target.work() != Target.Work.NONE
                && SNAPSHOT_UNKNOWN.equals(target.reason())
                && target.assignment().snapshot().equals(snapshot);
        if (!waiting) {
            return Change.none(target);
        }
        Draft draft = target.change();
        draft.reason = null;
        draft.message = null;
        draft.dueAt = now;
        return Change.none(draft.done());
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
                old.prune().state() == Prune.State.PENDING || old.prune().state() == Prune.State.FAILED;
        return deletes || (old.outcome() != Outcome.APPLIED && (old.started() || old.disturbed()));
    }

    static Kind kindOf(Target target) {
        if (target.prune().state() == Prune.State.DONE) {
            return Kind.PRUNED;
        }
        if (target.prune().state() == Prune.State.FAILED) {
            return Kind.PRUNE_FAILED;
        }
        boolean release = target.assignment().purpose().isRelease();
        return switch (target.outcome()) {
            case PENDING -> SNAPSHOT_UNKNOWN.equals(target.reason()) ? Kind.SNAPSHOT_UNKNOWN : Kind.PENDING;
            case APPLIED -> Kind.DEPLOYED;
            case FAILED -> release ? Kind.RELEASE_FAILED : Kind.FAILED;
            case PARTIAL, NOT_STARTED, UNKNOWN -> {
                if (release) {
                    yield Kind.RELEASE_FAILED;
                }
                yield target.faults().isEmpty() ? Kind.STOPPED : Kind.FAILED;
            }
        };
    }

    /**
     * A worker that has begun to write may have a call in flight: then nobody knows yet what it did. One that has not
     * will find the newer epoch before it does.
     */
    private static Change superseded(Target old, boolean leased) {
        return WorkMoves.stopped(old.change(), SUPERSEDED, leased);
    }

    static Instant earlier(Instant one, @Nullable Instant other) {
        return other != null && other.isBefore(one) ? other : one;
    }
}
