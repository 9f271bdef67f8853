package io.sternway.promotion.domain.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
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
@RecordBuilder
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
        List<Condition> conditions)
        implements RunBuilder.With {

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

    /** The first stage that is not done; absent when all are. */
    public Optional<StageRun> next() {
        return stages.stream().filter(s -> !s.phase().passed()).findFirst();
    }

    /** With one of its stages replaced. */
    public Run with(StageRun part) {
        List<StageRun> changed = new ArrayList<>(stages);
        changed.replaceAll(s -> s.stage().equals(part.stage()) ? part : s);
        return withStages(changed);
    }
}
