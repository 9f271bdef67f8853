package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Promotions as they are looked at: without locks, and with their history. Belongs into a transaction of the caller. */
public interface PromotionReads {

    /** Promotions in the order of their keys. */
    List<Line> page(Filter filter, String afterKey, int limit);

    /** One promotion with its history. */
    Optional<Whole> find(String key);

    /** How many promotions are in which phase, those with none too, so that a series does not vanish when it becomes 0. */
    Map<String, Long> phases();

    /**
     * Which promotions.
     *
     * @param project only of this project; null: of all
     * @param phase only in this phase; null: in any
     */
    record Filter(@Nullable String project, @Nullable String phase) {}

    /**
     * A promotion in a list.
     *
     * @param key {@code project/name}
     * @param project its project
     * @param name its name
     * @param phase see {@link PromotionPhase}
     * @param generation of its settings
     * @param newestRevision the highest revision number
     * @param run the newest run; null before the first
     * @param updatedAt when something last changed
     */
    record Line(
            String key,
            String project,
            String name,
            String phase,
            long generation,
            long newestRevision,
            @Nullable Run run,
            Instant updatedAt) {}

    /**
     * A promotion with its history.
     *
     * @param promotion what decisions are made on
     * @param phase see {@link PromotionPhase}
     * @param auditSequence of its newest audit record
     * @param nextDueAt when something is due by time alone
     * @param failedAttempts decisions in a row that threw; it is parked if there are any
     * @param updatedAt when something last changed
     * @param revisions the newest revisions, pruned ones too, newest first
     * @param pruned which of them have lost their content
     * @param runs the newest runs, newest first
     * @param rollbacks the newest rollbacks, newest first
     */
    record Whole(
            Promotion promotion,
            String phase,
            long auditSequence,
            @Nullable Instant nextDueAt,
            int failedAttempts,
            Instant updatedAt,
            List<Revision> revisions,
            List<Long> pruned,
            List<Run> runs,
            List<Rollback> rollbacks) {}
}
