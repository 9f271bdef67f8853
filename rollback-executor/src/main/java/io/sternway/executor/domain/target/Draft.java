package io.sternway.executor.domain.target;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A target being changed: keeps each part that is not set. Only the moves of {@link TargetMoves} use it. */
final class Draft {
    private final Target from;
    long sequence;
    Assignment assignment;
    Outcome outcome;
    boolean started;
    boolean outstanding;

    @Nullable
    String reason;

    @Nullable
    String message;

    List<Fault> faults;
    int attempts;
    int failures;
    List<Note> notes;

    @Nullable
    String stopReason;

    Instant deadlineAt;

    @Nullable
    Instant dueAt;

    @Nullable
    Holds holds;

    Prune prune;

    @Nullable
    Instant pruneDeadlineAt;

    @Nullable
    Instant mendUntil;

    boolean released;

    Draft(Target from) {
        this.from = from;
        sequence = from.sequence();
        assignment = from.assignment();
        outcome = from.outcome();
        started = from.started();
        outstanding = from.outstanding();
        reason = from.reason();
        message = from.message();
        faults = from.faults();
        attempts = from.attempts();
        failures = from.failures();
        notes = from.notes();
        stopReason = from.stopReason();
        deadlineAt = from.deadlineAt();
        dueAt = from.dueAt();
        holds = from.holds();
        prune = from.prune();
        pruneDeadlineAt = from.pruneDeadlineAt();
        mendUntil = from.mendUntil();
        released = from.released();
    }

    Draft outcome(Outcome next, @Nullable String why, @Nullable String words) {
        if (!outcome.mayBecome(next)) {
            throw new IllegalStateException(outcome + " does not become " + next);
        }
        outcome = next;
        reason = why;
        message = words;
        dueAt = null;
        return this;
    }

    Target done() {
        return new Target(
                from.key(),
                sequence,
                assignment,
                outcome,
                started,
                outstanding,
                from.disturbed(),
                reason,
                message,
                faults,
                attempts,
                failures,
                notes,
                stopReason,
                deadlineAt,
                dueAt,
                holds,
                prune,
                pruneDeadlineAt,
                mendUntil,
                released);
    }
}
