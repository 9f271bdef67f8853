package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.Stage.StageSuccess;
import io.sternway.promotion.domain.narration.StageStory;
import io.sternway.promotion.domain.rules.stage.RollbackRevisions;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moves a stage's stable revision: forward on success, back to where the stage goes back to. */
final class MoveStable {

    private MoveStable() {}

    /** The run's revision succeeded there: it is stable. */
    static void succeeded(Draft draft, String name, Run run) {
        Stage stage = draft.stage(name);
        List<StageSuccess> history = new ArrayList<>(stage.history());
        history.removeIf(s -> s.revision() == run.revision());
        history.add(new StageSuccess(run.revision(), draft.now(), null));
        move(draft, stage, run.revision(), history, run, AuditReason.SucceededHere);
    }

    /**
     * The run's revision failed there, not with Continue. Where the stage goes back to is stable; if it goes nowhere and the
     * failed revision was stable, the one before is again.
     *
     * @param back what the stage goes back to; empty if its clusters keep what they have
     */
    static void failed(Draft draft, String name, Run run, Optional<Long> back) {
        Stage stage = draft.stage(name);
        List<StageSuccess> history = new ArrayList<>(stage.history());
        history.replaceAll(s -> s.revision() == run.revision() && s.failedAt() == null
                ? new StageSuccess(s.revision(), s.succeededAt(), draft.now())
                : s);
        Long before = history.equals(stage.history())
                ? stage.stable()
                : RollbackRevisions.stillGood(history).orElse(null);
        move(draft, stage, back.orElse(before), history, run, AuditReason.FailedHere);
    }

    /** It goes back since an earlier stage failed: what its clusters are brought to is stable there (R22). */
    static void wentBack(Draft draft, String name, long to, Run run) {
        Stage stage = draft.stage(name);
        move(draft, stage, to, stage.history(), run, AuditReason.EarlierStageFailed);
    }

    private static void move(
            Draft draft, Stage before, @Nullable Long stable, List<StageSuccess> history, Run run, AuditReason reason) {
        Stage after = new Stage(before.name(), before.owner(), stable, history);
        if (after.equals(before)) {
            return;
        }
        draft.put(after);
        if (!Objects.equals(after.stable(), before.stable())) {
            draft.tell(StageStory.stableMoved(before, after, run.number(), reason));
        }
    }
}
