package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.narration.StageStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.stage.StageCause;
import io.sternway.promotion.domain.rules.stage.StageTransitions;
import io.sternway.settings.StageSettings;

/** Moves a stage of a run from one phase to the next, by the table, with exactly one audit record. */
final class MoveStage {

    private MoveStage() {}

    /**
     * Moves, and returns the stage in its new phase.
     *
     * @throws IllegalStateException if the move is not in the table: a bug
     */
    static StageRun move(Draft draft, Run run, StageRun part, StageCause cause, Why why) {
        StagePhase to = StageTransitions.next(part.phase(), cause)
                .orElseThrow(() -> new IllegalStateException(
                        "a stage does not leave " + part.phase() + " by " + cause + " (" + part.stage() + ")"));
        StageRun moved = part.withSettings(renewed(draft, run, part))
                .withPhase(to)
                .withSince(draft.now())
                .withReason(why.reason().name())
                .withMessage(why.message());
        replace(draft, run, moved);
        draft.tell(StageStory.moved(cause.audit(), run, part, to, why));
        return moved;
    }

    /** Puts a changed part back into its run. */
    static Run replace(Draft draft, Run run, StageRun part) {
        Run current = draft.run(run.number());
        Run changed = (current == null ? run : current).with(part);
        draft.put(changed);
        return changed;
    }

    /** New settings hold from the next gate on, for the newest run only (R3). */
    private static StageSettings renewed(Draft draft, Run run, StageRun part) {
        return run.number() == draft.newestRun()
                ? draft.settings().stage(part.stage()).orElse(part.settings())
                : part.settings();
    }
}
