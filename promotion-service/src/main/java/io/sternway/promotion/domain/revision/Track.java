package io.sternway.promotion.domain.revision;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.Stage.StageSuccess;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What succeeded in a stage, what is therefore stable there, and what a failed revision is replaced by: the newest that
 * succeeded there, by the time of its success, never "the previous" (R17, D-19, D-89).
 */
public final class Track {

    private Track() {}

    /** A revision succeeded in a stage: it is stable. */
    public static void succeeded(Draft draft, String name, long revision, long run) {
        Stage stage = draft.stage(name);
        List<StageSuccess> history = new ArrayList<>(stage.history());
        history.removeIf(s -> s.revision() == revision);
        history.add(new StageSuccess(revision, draft.now(), null));
        move(draft, new Stage(name, stage.owner(), revision, history), stage, run, AuditReason.SucceededHere);
    }

    /**
     * A revision failed in a stage, not with Continue. Where the stage goes back to is stable; if it goes nowhere and the
     * failed revision was stable, the one before is again.
     *
     * @param back what the stage goes back to; empty if its clusters keep what they have
     */
    public static void failed(Draft draft, String name, long revision, long run, Optional<Long> back) {
        Stage stage = draft.stage(name);
        List<StageSuccess> history = new ArrayList<>(stage.history());
        history.replaceAll(s -> s.revision() == revision ? fail(s, draft.now()) : s);
        Long before = history.equals(stage.history())
                ? stage.stable()
                : newest(history, s -> s.failedAt() == null)
                        .map(StageSuccess::revision)
                        .orElse(null);
        move(draft, new Stage(name, stage.owner(), back.orElse(before), history), stage, run, AuditReason.FailedHere);
    }

    /** A stage goes back since an earlier one failed: what its clusters are brought to is stable there (R22). */
    public static void wentBack(Draft draft, String name, long to, long run) {
        Stage stage = draft.stage(name);
        move(draft, new Stage(name, stage.owner(), to, stage.history()), stage, run, AuditReason.EarlierStageFailed);
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
        return revision != null && revision.quarantine() == null
                ? Optional.of(stable)
                : rollbackTarget(stage, stable, revisions);
    }

    /**
     * The revision that replaces a failed one: one that has not failed there since it succeeded is preferred.
     *
     * @param stage the stage
     * @param failed the failed revision
     * @param revisions those that are kept
     * @return empty if no other revision ever succeeded there (R18)
     */
    public static Optional<Long> rollbackTarget(Stage stage, long failed, Map<Long, Revision> revisions) {
        return newest(stage.history(), s -> s.failedAt() == null && candidate(s, failed, revisions))
                .or(() -> newest(stage.history(), s -> candidate(s, failed, revisions)))
                .map(StageSuccess::revision);
    }

    private static boolean candidate(StageSuccess success, long failed, Map<Long, Revision> revisions) {
        Revision revision = revisions.get(success.revision());
        return success.revision() != failed && revision != null && revision.quarantine() == null;
    }

    private static Optional<StageSuccess> newest(
            List<StageSuccess> history, java.util.function.Predicate<StageSuccess> which) {
        return history.stream().filter(which).reduce((first, second) -> second);
    }

    private static StageSuccess fail(StageSuccess success, Instant now) {
        return success.failedAt() == null ? new StageSuccess(success.revision(), success.succeededAt(), now) : success;
    }

    private static void move(Draft draft, Stage after, Stage before, long run, AuditReason reason) {
        if (after.equals(before)) {
            return;
        }
        draft.put(after);
        if (Objects.equals(after.stable(), before.stable())) {
            return;
        }
        String message = after.stable() == null
                ? "Stage " + after.name() + " has no stable revision any more."
                : "Revision " + after.stable() + " is now the stable revision of stage " + after.name() + ".";
        draft.audit(AuditType.StableRevisionMoved, AuditKind.stage, reason, message)
                .revision(after.stable() == null ? Objects.requireNonNull(before.stable()) : after.stable())
                .run(run)
                .stage(after.name())
                .from(text(before.stable()))
                .to(text(after.stable()))
                .record();
    }

    private static @Nullable String text(@Nullable Long revision) {
        return revision == null ? null : Long.toString(revision);
    }
}
