package io.sternway.promotion.domain.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A rollback of one stage, from its start to its end and after it until nothing is owed (X5).
 *
 * @param id its id
 * @param stage the stage
 * @param run the run whose failure is undone
 * @param from the revision that failed
 * @param to the revision that is restored
 * @param reason CamelCase: what failed
 * @param message for people
 * @param initiatedBy who asked for it
 * @param startedAt when it began
 * @param completedAt when it ended; absent while in progress
 * @param result how it ended; absent while in progress
 * @param clusters every cluster, by name
 */
@RecordBuilder
public record Rollback(
        String id,
        String stage,
        long run,
        long from,
        long to,
        String reason,
        String message,
        Actor initiatedBy,
        Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable RollbackResult result,
        Map<String, ClusterResult> clusters)
        implements RollbackBuilder.With {

    public Rollback {
        clusters = Collections.unmodifiableMap(new TreeMap<>(clusters));
    }

    public boolean inProgress() {
        return result == null;
    }

    /** Dispatches so far: the most that any cluster needed. */
    public int attempts() {
        return clusters.values().stream()
                .mapToInt(ClusterResult::attempts)
                .max()
                .orElse(0);
    }

    /** Some cluster is still to be restored when it is back. */
    public boolean owed() {
        return clusters.values().stream().anyMatch(c -> c.state() == RollbackState.Owed);
    }

    /** Ended so. */
    public Rollback ended(RollbackResult how, Instant when) {
        return withResult(how).withCompletedAt(when);
    }

    /**
     * One cluster.
     *
     * @param state how it stands
     * @param epoch the epoch of its last dispatch
     * @param attempts dispatches to it
     * @param startedAt its first dispatch
     * @param endedAt when it got its state; absent while pending
     * @param reason CamelCase, why it is not restored
     * @param message for people
     */
    public record ClusterResult(
            RollbackState state,
            long epoch,
            int attempts,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String reason,
            @Nullable String message) {

        /** Ended so. */
        public ClusterResult ended(RollbackState how, Instant when, @Nullable String why, @Nullable String words) {
            return new ClusterResult(how, epoch, attempts, startedAt, when, why, words);
        }

        /** Dispatched again. */
        public ClusterResult again(long newEpoch, int attempt) {
            return new ClusterResult(state, newEpoch, attempt, startedAt, endedAt, reason, message);
        }

        /** From the first dispatch to the result; absent while pending. */
        public @Nullable Duration duration() {
            return endedAt == null ? null : Duration.between(startedAt, endedAt);
        }
    }
}
