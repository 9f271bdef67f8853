package io.sternway.executor.domain.ledger;

import io.sternway.executor.domain.answer.Backoff;
import io.sternway.executor.domain.ledger.Change.DeploymentRecord;
import io.sternway.executor.domain.ledger.Change.Kind;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a worker's attempts do to a target (X1, X2, X4). */
public final class WorkMoves {
    private static final Duration SOON = Duration.ofMillis(500);
    /** How often it is looked after StatefulSets. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private WorkMoves() {}

    /** Before a worker begins: whether the target's work is over, by time, by a call back, or since nothing is left to do. */
    public static boolean isOver(Target target, Instant now) {
        boolean cancelled = target.outcome() == Outcome.Pending && target.stopReason() != null;
        return target.work() == Target.Work.None || cancelled || !now.isBefore(target.workEndsAt());
    }

    /**
     * Whether another attempt would be cut off before it can tell more than the one before: less than one call's time is left
     * (R36).
     */
    public static boolean isTooLate(Target target, Duration callTimeout, Instant now) {
        return target.attempts() > 0
                && target.work() == Target.Work.Apply
                && !now.plus(callTimeout).isBefore(target.workEndsAt());
    }

    /** The first write of this epoch is about to be sent: what the target holds is complete no longer. */
    public static Change started(Target target) {
        TargetBuilder draft = target.change().started(true);
        HeldSnapshot holds = target.holds();
        if (holds == null || !holds.complete()) {
            return Change.none(draft);
        }
        return Change.telling(Kind.Pending, draft.holds(holds.disturbed()));
    }

    /**
     * An attempt has ended. The caller has made sure that it was for the target's present epoch.
     *
     * @param jitter from 0 (inclusive) to 1 (exclusive), drawn by the caller
     */
    public static Change ended(Target target, AttemptResult result, double jitter, Instant now) {
        TargetBuilder draft = target.change();
        if (result instanceof AttemptResult.NotBegun notBegun) {
            draft.outstanding(target.outstanding() || (notBegun.takenOver() && target.started()));
            return isOver(target, now) ? over(target, draft, now) : Change.none(draft.dueAt(target.workEndsAt()));
        }
        if (target.work() == Target.Work.Mend) {
            return mending(target, draft, result, jitter, now);
        }
        boolean pruning = target.work() == Target.Work.Prune;
        draft.attempts(pruning ? target.attempts() : target.attempts() + 1);
        if (result instanceof AttemptResult.Done done) {
            return done(draft, done, now);
        }
        if (result instanceof AttemptResult.Refused refused) {
            return pruning ? pruneRefused(draft, refused, now) : refused(draft, refused);
        }
        if (result instanceof AttemptResult.RetryLater again) {
            return again(target, draft, again, jitter, now);
        }
        if (result instanceof AttemptResult.Stopped stop) {
            return stop(target, draft, stop, now);
        }
        if (result instanceof AttemptResult.Pruned pruned) {
            return pruned(draft, pruned, now);
        }
        return Change.telling(Kind.SnapshotUnknown, TargetMoves.awaitSnapshot(draft, target.workEndsAt(), now));
    }

    private static Change over(Target target, TargetBuilder draft, Instant now) {
        return switch (target.work()) {
            case Prune -> pruneFailed(draft, now);
            case Mend, None -> Change.none(draft.mendUntil(null).dueAt(null));
            case Apply, Release -> {
                String cancelled = target.stopReason();
                String reason = cancelled == null ? DeploymentReason.DeadlineExceeded.name() : cancelled;
                yield stopped(draft, reason, draft.outstanding());
            }
        };
    }

    /** What earlier attempts of this epoch did is part of what was done. */
    private static List<Note> together(List<Note> earlier, List<Note> later) {
        return Stream.concat(earlier.stream(), later.stream()).distinct().toList();
    }

    static Change stopped(TargetBuilder draft, String reason, boolean outstanding) {
        String before = draft.reason() == null ? "" : ": " + draft.reason() + ", " + draft.message();
        Outcome outcome = Outcome.NotStarted;
        if (draft.started()) {
            outcome = outstanding || draft.outstanding() ? Outcome.Unknown : Outcome.Partial;
        }
        conclude(draft, outcome, reason, sentence(outcome) + before);
        return Change.telling(draft.assignment().letsGo() ? Kind.ReleaseFailed : Kind.Stopped, draft);
    }

    static Change released(TargetBuilder draft) {
        Target state = draft.released(true)
                .holds(null)
                .sequence(draft.sequence() + 1)
                .dueAt(null)
                .build();
        return new Change(
                state,
                List.of(new DeploymentRecord(Kind.Released, state), new DeploymentRecord(Kind.Tombstone, state)));
    }

    /** The epoch has come to its end. */
    private static void conclude(
            TargetBuilder draft, Outcome outcome, @Nullable String reason, @Nullable String message) {
        if (!OutcomeMoves.isLegal(draft.outcome(), outcome)) {
            throw new IllegalStateException(draft.outcome() + " does not become " + outcome);
        }
        draft.outcome(outcome).reason(reason).message(message).dueAt(null);
    }

    private static String sentence(Outcome outcome) {
        return switch (outcome) {
            case NotStarted -> "stopped before anything was written";
            case Unknown -> "stopped while the answer to a write was outstanding";
            default -> "stopped in the middle";
        };
    }

    private static Change done(TargetBuilder draft, AttemptResult.Done done, Instant now) {
        boolean exceptions = !done.exceptions().isEmpty();
        conclude(
                draft,
                Outcome.Applied,
                exceptions ? DeploymentReason.Exceptions.name() : null,
                exceptions ? "some objects could not be put back" : null);
        draft.faults(done.exceptions()).failures(0).outstanding(false).notes(together(draft.notes(), done.notes()));
        Assignment assignment = draft.assignment();
        if (assignment.letsGo()) {
            return released(draft);
        }
        draft.holds(new HeldSnapshot(
                assignment.epoch(),
                assignment.revision(),
                assignment.snapshot(),
                true,
                done.objects(),
                assignment.health()));
        boolean mayHang = assignment.mayMend()
                && done.objects().stream()
                        .anyMatch(object -> object.name().kind().equals("StatefulSet"));
        draft.mendUntil(mayHang ? draft.deadlineAt() : null).dueAt(mayHang ? now : null);
        return Change.telling(Kind.Deployed, draft);
    }

    private static Change refused(TargetBuilder draft, AttemptResult.Refused refused) {
        conclude(draft, draft.started() ? Outcome.Partial : Outcome.Failed, refused.reason(), refused.message());
        draft.faults(refused.faults()).notes(together(draft.notes(), refused.notes()));
        return Change.telling(draft.assignment().letsGo() ? Kind.ReleaseFailed : Kind.Failed, draft);
    }

    private static Change again(
            Target target, TargetBuilder draft, AttemptResult.RetryLater again, double jitter, Instant now) {
        boolean pruning = target.work() == Target.Work.Prune;
        draft.outstanding(target.outstanding() || again.outstanding()).notes(together(draft.notes(), again.notes()));
        if (target.stopReason() != null && !pruning) {
            return stopped(draft, target.stopReason(), again.outstanding());
        }
        draft.failures(again.soon() ? target.failures() : target.failures() + 1);
        Duration wait = again.soon() ? SOON : Backoff.after(draft.failures(), jitter, again.retryAfter());
        draft.dueAt(TargetMoves.earlier(now.plus(wait), target.workEndsAt()));
        if (pruning) {
            String message = again.why() + ": " + again.message();
            return Change.none(
                    draft.prune(target.prune().withState(target.prune().state(), message)));
        }
        draft.reason(again.why()).message(again.message());
        boolean news = !again.why().equals(target.reason());
        return news ? Change.telling(Kind.Pending, draft) : Change.none(draft);
    }

    private static Change stop(Target target, TargetBuilder draft, AttemptResult.Stopped stop, Instant now) {
        draft.notes(together(draft.notes(), stop.notes()));
        if (stop.reason() == DeploymentReason.LeaseLost || target.work() == Target.Work.Prune) {
            return Change.none(draft.dueAt(now));
        }
        return stopped(draft, target.stopReason() == null ? stop.why() : target.stopReason(), false);
    }

    private static Change pruned(TargetBuilder draft, AttemptResult.Pruned pruned, Instant now) {
        Instant end = Objects.requireNonNull(draft.pruneDeadlineAt());
        boolean done = pruned.remaining().isEmpty();
        draft.prune(new Prune(
                done ? PruneState.Done : PruneState.Pending, pruned.retained(), pruned.remaining(), pruned.message()));
        if (done) {
            return Change.telling(Kind.Pruned, draft.dueAt(draft.mendUntil() == null ? null : now));
        }
        if (pruned.refused() || !now.isBefore(end)) {
            return pruneFailed(draft, now);
        }
        return Change.none(draft.dueAt(TargetMoves.earlier(now.plus(SOON), end)));
    }

    private static Change pruneRefused(TargetBuilder draft, AttemptResult.Refused refused, Instant now) {
        Prune so = draft.prune();
        draft.prune(so.withState(so.state(), refused.why() + ": " + refused.message()));
        return pruneFailed(draft, now);
    }

    private static Change pruneFailed(TargetBuilder draft, Instant now) {
        Prune so = draft.prune();
        String message = so.message() == null ? "the prune's time is up" : so.message();
        draft.prune(so.withState(PruneState.Failed, message)).dueAt(draft.mendUntil() == null ? null : now);
        return Change.telling(Kind.PruneFailed, draft);
    }

    /** Nothing here is the target's failure: it is looked again until none can hang, or the time is up (K7). */
    private static Change mending(
            Target target, TargetBuilder draft, AttemptResult result, double jitter, Instant now) {
        Duration wait = LOOK;
        draft.failures(0);
        List<Note> news = List.of();
        if (result instanceof AttemptResult.Mended mended) {
            news = mended.notes();
            if (mended.settled()) {
                return mended(draft, news, null);
            }
        } else if (result instanceof AttemptResult.RetryLater again) {
            draft.failures(target.failures() + 1);
            wait = Backoff.after(draft.failures(), jitter, again.retryAfter());
        } else if (result instanceof AttemptResult.Refused refused) {
            draft.failures(target.failures() + 1);
            wait = Backoff.after(draft.failures(), jitter, null);
            news = refused.faults().stream()
                    .map(fault -> new Note(fault.object(), NoteKind.Observed, fault.message()))
                    .toList();
        }
        return mended(draft, news, TargetMoves.earlier(now.plus(wait), target.workEndsAt()));
    }

    private static Change mended(TargetBuilder draft, List<Note> news, @Nullable Instant next) {
        boolean told = draft.notes().containsAll(news);
        draft.notes(together(draft.notes(), news))
                .mendUntil(next == null ? null : draft.mendUntil())
                .dueAt(next);
        return told ? Change.none(draft) : Change.telling(TargetMoves.kindOf(draft.build()), draft);
    }
}
