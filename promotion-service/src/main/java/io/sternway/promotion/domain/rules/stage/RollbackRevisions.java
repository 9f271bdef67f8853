package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.Stage.StageSuccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a stage falls back to: the newest revision that succeeded there, by the time of its success, never "the previous"
 * (R17).
 */
public final class RollbackRevisions {

    private RollbackRevisions() {}

    /**
     * The revision that replaces a failed one: one that has not failed there since it succeeded is preferred.
     *
     * @param stage the stage
     * @param failed the failed revision
     * @param revisions those that are kept
     * @return empty if no other revision ever succeeded there (R18)
     */
    public static Optional<Long> of(Stage stage, long failed, Map<Long, Revision> revisions) {
        return newest(stage.history(), s -> s.failedAt() == null && candidate(s, failed, revisions))
                .or(() -> newest(stage.history(), s -> candidate(s, failed, revisions)))
                .map(StageSuccess::revision);
    }

    /**
     * What a cluster gets that joins a settled stage (R6): its stable revision or, if that was quarantined for a failure
     * elsewhere (R5), what the stage would go back to from there.
     *
     * @param stage the stage
     * @param revisions those that are kept
     * @return empty if nothing may be brought to it
     */
    public static Optional<Long> forJoining(Stage stage, Map<Long, Revision> revisions) {
        Long stable = stage.stable();
        if (stable == null) {
            return Optional.empty();
        }
        Revision revision = revisions.get(stable);
        return revision != null && revision.quarantine() == null ? Optional.of(stable) : of(stage, stable, revisions);
    }

    /** The newest success that has not been followed by a failure; empty if there is none. */
    public static Optional<Long> stillGood(List<StageSuccess> history) {
        return newest(history, s -> s.failedAt() == null).map(StageSuccess::revision);
    }

    private static boolean candidate(StageSuccess success, long failed, Map<Long, Revision> revisions) {
        Revision revision = revisions.get(success.revision());
        return success.revision() != failed && revision != null && revision.quarantine() == null;
    }

    private static Optional<StageSuccess> newest(List<StageSuccess> history, Predicate<StageSuccess> which) {
        return history.stream().filter(which).reduce((first, second) -> second);
    }
}
