package io.sternway.promotion.domain.run;

import io.sternway.promotion.domain.Condition;
import io.sternway.promotion.domain.stage.StageRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to take a revision through the stages.
 *
 * @param number counts from 1 in its promotion
 * @param revision what it takes
 * @param attempt counts the runs of this revision from 1
 * @param cause the id of the request that led to it
 * @param startedAt when it was accepted
 * @param endedAt when it got its outcome (the latest one, if Succeeded was replaced)
 * @param outcome how it ended; absent while in flight
 * @param failedStage the stage whose failure decides the outcome; absent while none has failed (R22)
 * @param supersededBy the run that took over; absent if none did
 * @param stages every stage in order, fixed when the run begins
 * @param conditions beside the outcome
 */
public record Run(
        long number,
        long revision,
        int attempt,
        String cause,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable RunOutcome outcome,
        @Nullable String failedStage,
        @Nullable Long supersededBy,
        List<StageRun> stages,
        List<Condition> conditions) {

    public Run {
        stages = List.copyOf(stages);
        conditions = List.copyOf(conditions);
    }

    /** No outcome yet. */
    public boolean inFlight() {
        return outcome == null;
    }

    /** One of its stages. */
    public Optional<StageRun> stage(String name) {
        return stages.stream().filter(s -> s.stage().equals(name)).findFirst();
    }

    public Run withStages(List<StageRun> value) {
        return new Run(
                number,
                revision,
                attempt,
                cause,
                startedAt,
                endedAt,
                outcome,
                failedStage,
                supersededBy,
                value,
                conditions);
    }

    public Run with(List<Condition> value) {
        return new Run(
                number,
                revision,
                attempt,
                cause,
                startedAt,
                endedAt,
                outcome,
                failedStage,
                supersededBy,
                stages,
                value);
    }

    /** Its outcome is that of this stage (R22). */
    public Run failedIn(String stage) {
        return new Run(
                number, revision, attempt, cause, startedAt, endedAt, outcome, stage, supersededBy, stages, conditions);
    }

    Run ended(RunOutcome how, Instant when) {
        return new Run(
                number, revision, attempt, cause, startedAt, when, how, failedStage, supersededBy, stages, conditions);
    }

    Run takenOverBy(long run) {
        return new Run(
                number, revision, attempt, cause, startedAt, endedAt, outcome, failedStage, run, stages, conditions);
    }
}
