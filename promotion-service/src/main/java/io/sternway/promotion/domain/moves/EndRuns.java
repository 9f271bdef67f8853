package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.narration.RunStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.stage.RunTransitions;
import io.sternway.promotion.domain.rules.stage.StageCause;
import java.util.Objects;

/** How runs end: by a newer one, by the last stage's success, or as the stage that failed ends (R3, R20, R22). */
public final class EndRuns {

    private EndRuns() {}

    /** R3: a run in flight ends when there is a newer one; one that is putting something back keeps its own outcome. */
    public static void supersede(Draft draft) {
        for (Run old : draft.runs()) {
            if (old.number() != draft.newestRun() && old.inFlight() && old.failedStage() == null) {
                supersede(draft, old);
            }
        }
    }

    private static void supersede(Draft draft, Run old) {
        Why why = RunStory.superseded(old, draft.newestRun());
        for (StageRun part : old.stages()) {
            if (!part.phase().ended()) {
                MoveStage.move(draft, old, part, StageCause.NewerRun, why);
            }
        }
        Run current = Objects.requireNonNull(draft.run(old.number()));
        end(draft, current.withSupersededBy(draft.newestRun()), RunOutcome.Superseded, why);
    }

    /** Gives each run its outcome when it has one. */
    public static void conclude(Draft draft) {
        draft.runs().forEach(run -> conclude(draft, run));
    }

    private static void conclude(Draft draft, Run run) {
        String failedStage = run.failedStage();
        if (failedStage == null) {
            if (run.inFlight() && run.next().isEmpty()) {
                boolean degraded = run.stages().stream().anyMatch(s -> s.phase() == StagePhase.Failed);
                end(draft, run, RunOutcome.Succeeded, RunStory.succeeded(run, degraded));
            }
            return;
        }
        StageRun failed = run.stage(failedStage)
                .orElseThrow(() -> new IllegalStateException("run " + run.number() + " has no stage " + failedStage));
        RunOutcome outcome = failed.phase().outcome();
        if (outcome != null && RunTransitions.of(run.outcome()).contains(outcome)) {
            end(draft, run, outcome, RunStory.asStage(run, failed, outcome));
        }
    }

    private static void end(Draft draft, Run run, RunOutcome outcome, Why why) {
        draft.put(run.withOutcome(outcome).withEndedAt(draft.now()));
        draft.tell(RunStory.ended(run, outcome, why));
    }
}
