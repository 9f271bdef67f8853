package io.sternway.executor.domain.target;

import io.sternway.executor.domain.answer.Backoff;
import io.sternway.executor.domain.target.Change.Kind;
import io.sternway.executor.domain.target.Change.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a worker's attempts do to a target (X1, X2, X4). */
public final class WorkMoves {
    /** The command's time is up: never a failure by itself. */
    public static final String DEADLINE = "DeadlineExceeded";
    /** The worker's lease ran out; another takes over. */
    public static final String LEASE_LOST = "LeaseLost";
    /** The cluster's inventory has a newer epoch than ours. */
    public static final String FENCED = "Fenced";

    private static final Duration SOON = Duration.ofMillis(500);
    /** How often it is looked after StatefulSets. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private WorkMoves() {}

    /**
     * Before a worker begins: whether there is anything left to do.
     *
     * @param takenOver whether the worker before this one disappeared: what it had sent is unknown
     * @return the end of the work, or empty when it may begin
     */
    public static Optional<Change> over(Target target, boolean takenOver, Instant now) {
        Draft draft = target.change();
        draft.outstanding |= takenOver && target.started();
        boolean late = !now.isBefore(target.workEndsAt());
        return switch (target.work()) {
            case PRUNE -> late ? Optional.of(pruneFailed(draft, now)) : Optional.empty();
            case MEND -> late ? Optional.of(nothingLeft(draft)) : Optional.empty();
            case NONE -> Optional.of(nothingLeft(draft));
            case APPLY, RELEASE -> {
                if (target.stopReason() != null) {
                    yield Optional.of(stopped(draft, target.stopReason(), draft.outstanding));
                }
                yield late ? Optional.of(stopped(draft, DEADLINE, draft.outstanding)) : Optional.empty();
            }
        };
    }

    private static Change nothingLeft(Draft draft) {
        draft.mendUntil = null;
        draft.dueAt = null;
        return Change.none(draft.done());
    }

    /** The first write of this epoch is about to be sent: what the target holds is complete no longer. */
    public static Change started(Target target) {
        Draft draft = target.change();
        draft.started = true;
        Holds holds = target.holds();
        if (holds == null || !holds.complete()) {
            return Change.none(draft.done());
        }
        draft.holds = holds.disturbed();
        return Change.telling(Kind.PENDING, draft);
    }

    /**
     * An attempt has ended. The caller has made sure that it was for the target's present epoch.
     *
     * @param jitter from 0 (inclusive) to 1 (exclusive), drawn by the caller
     */
    public static Change ended(Target target, Attempt attempt, double jitter, Instant now) {
        Draft draft = target.change();
        if (target.work() == Target.Work.MEND) {
            return mending(target, draft, attempt, jitter, now);
        }
        draft.attempts = target.work() == Target.Work.PRUNE ? target.attempts() : target.attempts() + 1;
        if (attempt instanceof Attempt.Done done) {
            return done(draft, done, now);
        }
        if (attempt instanceof Attempt.Refused refused) {
            return target.work() == Target.Work.PRUNE ? pruneRefused(draft, refused, now) : refused(draft, refused);
        }
        if (attempt instanceof Attempt.Again again) {
            return again(target, draft, again, jitter, now);
        }
        if (attempt instanceof Attempt.Stopped stop) {
            return stop(target, draft, stop, now);
        }
        if (attempt instanceof Attempt.Pruned pruned) {
            return pruned(draft, pruned, now);
        }
        return snapshotMissing(target, draft, now);
    }

    private static Change snapshotMissing(Target target, Draft draft, Instant now) {
        draft.reason = TargetMoves.SNAPSHOT_UNKNOWN;
        draft.message = "the snapshot has not been received";
        draft.dueAt = TargetMoves.earlier(now.plus(TargetMoves.ASK_AGAIN), target.workEndsAt());
        return Change.telling(Kind.SNAPSHOT_UNKNOWN, draft);
    }

    /** What earlier attempts of this epoch did is part of what was done. */
    private static List<Note> together(List<Note> earlier, List<Note> later) {
        return Stream.concat(earlier.stream(), later.stream()).distinct().toList();
    }

    static Change stopped(Draft draft, String reason, boolean outstanding) {
        boolean release = draft.assignment.purpose().isRelease();
        String before = draft.reason == null ? "" : ": " + draft.reason + ", " + draft.message;
        Outcome outcome = Outcome.NOT_STARTED;
        if (draft.started) {
            outcome = outstanding || draft.outstanding ? Outcome.UNKNOWN : Outcome.PARTIAL;
        }
        draft.outcome(outcome, reason, sentence(outcome) + before);
        return Change.telling(release ? Kind.RELEASE_FAILED : Kind.STOPPED, draft);
    }

    static Change released(Draft draft) {
        draft.released = true;
        draft.holds = null;
        draft.sequence++;
        draft.dueAt = null;
        Target state = draft.done();
        return new Change(state, List.of(new Told(Kind.RELEASED, state), new Told(Kind.TOMBSTONE, state)));
    }

    private static String sentence(Outcome outcome) {
        return switch (outcome) {
            case NOT_STARTED -> "stopped before anything was written";
            case UNKNOWN -> "stopped while the answer to a write was outstanding";
            default -> "stopped in the middle";
        };
    }

    private static Change done(Draft draft, Attempt.Done done, Instant now) {
        draft.outcome(Outcome.APPLIED, null, null);
        draft.faults = List.of();
        draft.failures = 0;
        draft.outstanding = false;
        draft.notes = together(draft.notes, done.notes());
        if (draft.assignment.purpose().isRelease()) {
            return released(draft);
        }
        Assignment assignment = draft.assignment;
        draft.holds = new Holds(
                assignment.epoch(),
                assignment.revision(),
                assignment.snapshot(),
                true,
                done.objects(),
                assignment.health());
        boolean mayHang = assignment.purpose() == Purpose.ROLLBACK
                && done.objects().stream()
                        .anyMatch(object -> object.name().kind().equals("StatefulSet"));
        draft.mendUntil = mayHang ? draft.deadlineAt : null;
        draft.dueAt = mayHang ? now : null;
        return Change.telling(Kind.DEPLOYED, draft);
    }

    private static Change refused(Draft draft, Attempt.Refused refused) {
        draft.outcome(draft.started ? Outcome.PARTIAL : Outcome.FAILED, refused.reason(), refused.message());
        draft.faults = refused.faults();
        draft.notes = together(draft.notes, refused.notes());
        return Change.telling(draft.assignment.purpose().isRelease() ? Kind.RELEASE_FAILED : Kind.FAILED, draft);
    }

    private static Change again(Target target, Draft draft, Attempt.Again again, double jitter, Instant now) {
        draft.outstanding |= again.outstanding();
        draft.notes = together(draft.notes, again.notes());
        if (target.stopReason() != null && target.work() != Target.Work.PRUNE) {
            return stopped(draft, target.stopReason(), again.outstanding());
        }
        draft.failures = again.soon() ? target.failures() : target.failures() + 1;
        Duration wait = again.soon() ? SOON : Backoff.after(draft.failures, jitter, again.retryAfter());
        if (target.work() == Target.Work.PRUNE) {
            draft.dueAt = TargetMoves.earlier(now.plus(wait), target.workEndsAt());
            Prune so = target.prune();
            draft.prune = new Prune(so.state(), so.retained(), so.remaining(), again.reason() + ": " + again.message());
            return Change.none(draft.done());
        }
        draft.dueAt = TargetMoves.earlier(now.plus(wait), target.workEndsAt());
        draft.reason = again.reason();
        draft.message = again.message();
        boolean news = !Objects.equals(target.reason(), again.reason());
        return news ? Change.telling(Kind.PENDING, draft) : Change.none(draft.done());
    }

    private static Change stop(Target target, Draft draft, Attempt.Stopped stop, Instant now) {
        draft.outstanding |= stop.outstanding();
        draft.notes = together(draft.notes, stop.notes());
        if (stop.reason().equals(LEASE_LOST) || target.work() == Target.Work.PRUNE) {
            draft.dueAt = now;
            return Change.none(draft.done());
        }
        String reason = target.stopReason() == null ? stop.reason() : target.stopReason();
        return stopped(draft, reason, stop.outstanding());
    }

    private static Change pruned(Draft draft, Attempt.Pruned pruned, Instant now) {
        Instant end = Objects.requireNonNull(draft.pruneDeadlineAt);
        draft.prune = new Prune(Prune.State.PENDING, pruned.retained(), pruned.remaining(), pruned.message());
        if (pruned.remaining().isEmpty()) {
            draft.prune = new Prune(Prune.State.DONE, pruned.retained(), List.of(), pruned.message());
            draft.dueAt = draft.mendUntil == null ? null : now;
            return Change.telling(Kind.PRUNED, draft);
        }
        if (pruned.refused() || !now.isBefore(end)) {
            return pruneFailed(draft, now);
        }
        draft.dueAt = TargetMoves.earlier(now.plus(SOON), end);
        return Change.none(draft.done());
    }

    private static Change pruneRefused(Draft draft, Attempt.Refused refused, Instant now) {
        Prune so = draft.prune;
        draft.prune = new Prune(so.state(), so.retained(), so.remaining(), refused.reason() + ": " + refused.message());
        return pruneFailed(draft, now);
    }

    private static Change pruneFailed(Draft draft, Instant now) {
        Prune so = draft.prune;
        String message = so.message() == null ? "the prune's time is up" : so.message();
        draft.prune = new Prune(Prune.State.FAILED, so.retained(), so.remaining(), message);
        draft.dueAt = draft.mendUntil == null ? null : now;
        return Change.telling(Kind.PRUNE_FAILED, draft);
    }

    /** Nothing here is the target's failure: it is looked again until none can hang, or the time is up (K7). */
    private static Change mending(Target target, Draft draft, Attempt attempt, double jitter, Instant now) {
        Duration wait = LOOK;
        draft.failures = 0;
        List<Note> news = List.of();
        if (attempt instanceof Attempt.Mended mended) {
            news = mended.notes();
            if (mended.settled()) {
                return mended(draft, news, null);
            }
        } else if (attempt instanceof Attempt.Again again) {
            draft.failures = target.failures() + 1;
            wait = Backoff.after(draft.failures, jitter, again.retryAfter());
        } else if (attempt instanceof Attempt.Refused refused) {
            draft.failures = target.failures() + 1;
            wait = Backoff.after(draft.failures, jitter, null);
            news = refused.faults().stream()
                    .map(fault -> new Note(fault.object(), Note.Kind.OBSERVED, fault.message()))
                    .toList();
        }
        return mended(draft, news, TargetMoves.earlier(now.plus(wait), target.workEndsAt()));
    }

    private static Change mended(Draft draft, List<Note> news, @Nullable Instant next) {
        boolean told = draft.notes.containsAll(news);
        draft.notes = together(draft.notes, news);
        draft.mendUntil = next == null ? null : draft.mendUntil;
        draft.dueAt = next;
        return told ? Change.none(draft.done()) : Change.telling(TargetMoves.kindOf(draft.done()), draft);
    }
}
