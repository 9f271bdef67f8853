package io.sternway.events;

import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rollback from its start to its end: the body of RollbackStarted, RollbackProgressed and RollbackCompleted (X5, X6).
 *
 * @param rollback its id
 * @param project the project
 * @param promotion the promotion
 * @param stage the stage
 * @param run the run whose failure is undone
 * @param from the revision that failed
 * @param to the revision that is restored
 * @param reason CamelCase: what failed
 * @param message for people
 * @param initiatedBy who asked for it
 * @param attempts dispatches so far
 * @param startTime when it began
 * @param completionTime when it ended; absent while in progress
 * @param conditions InProgress and Succeeded, after Kubernetes' conventions
 * @param result how it ended; absent while in progress
 * @param clusters every cluster
 */
public record RollbackRecord(
        String rollback,
        String project,
        String promotion,
        String stage,
        String run,
        long from,
        long to,
        String reason,
        String message,
        Actor initiatedBy,
        int attempts,
        Instant startTime,
        @Nullable Instant completionTime,
        List<Condition> conditions,
        @Nullable RollbackResult result,
        List<ClusterResult> clusters) {

    public RollbackRecord {
        conditions = List.copyOf(conditions);
        clusters = List.copyOf(clusters);
    }

    /**
     * One cluster of a rollback.
     *
     * @param cluster its name
     * @param epoch the epoch of the last dispatch
     * @param state how it stands
     * @param attempts dispatches to it
     * @param duration from the first dispatch to the result; absent while pending
     * @param reason CamelCase, why it is not restored
     * @param message for people
     */
    public record ClusterResult(
            String cluster,
            long epoch,
            RollbackState state,
            int attempts,
            @Nullable Duration duration,
            @Nullable String reason,
            @Nullable String message) {}

    /**
     * A condition after Kubernetes' conventions.
     *
     * @param type InProgress or Succeeded
     * @param status True, False or Unknown
     * @param reason CamelCase
     * @param message for people
     * @param lastTransitionTime when the status last changed
     */
    public record Condition(String type, String status, String reason, String message, Instant lastTransitionTime) {}
}
