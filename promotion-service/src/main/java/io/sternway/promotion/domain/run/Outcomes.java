package io.sternway.promotion.domain.run;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.stage.StageCause;
import io.sternway.promotion.domain.stage.StageMoves;
import io.sternway.promotion.domain.stage.StageMoves.Why;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.Objects;

/** How runs end: by a newer one, by the last stage's success, or as the stage that failed ends (R3, R20, R22). */
public final class Outcomes {

    private Outcomes() {}

    /** R3: a run in flight ends when there is a newer one; one that is putting something back keeps its own outcome. */
    public static void supersede(Draft draft, Run old) {
        long newer = draft.newestRun();
        if (old.number() == newer || !old.inFlight() || old.failedStage() != null) {
            return;
        }
        String message = "Run " + newer + " took over from run " + old.number() + ".";
        for (StageRun part : old.stages()) {
            if (!part.phase().ended()) {
                StageMoves.move(draft, old, part, StageCause.NewerRun, Why.of(AuditReason.NewerRun, message));
            }
        }
        Run current = Objects.requireNonNull(draft.run(old.number()));
        end(
                draft,
                current.takenOverBy(newer),
                RunOutcome.Superseded,
                AuditType.RunSuperseded,
                AuditReason.NewerRun,
                message);
    }

    /** Gives the run its outcome when it has one. */
    public static void conclude(Draft draft, Run run) {
        String failedStage = run.failedStage();
        if (failedStage == null) {
            if (run.inFlight() && run.stages().stream().allMatch(s -> s.phase().passed())) {
                succeed(draft, run);
            }
            return;
        }
        StageRun part = run.stage(failedStage)
                .orElseThrow(() -> new IllegalStateException("run " + run.number() + " has no stage " + failedStage));
        RunOutcome outcome = outcome(part.phase());
        if (outcome != null && RunTransitions.of(run.outcome()).contains(outcome)) {
            String message = "Run " + run.number() + " of revision " + run.revision() + " ended as " + outcome + ": "
                    + part.message();
            AuditReason reason = reason(part);
            end(draft, run, outcome, audit(outcome), reason, message);
        }
    }

    private static void succeed(Draft draft, Run run) {
        boolean degraded = run.stages().stream().anyMatch(s -> s.phase() == StagePhase.Failed);
        end(
                draft,
                run,
                RunOutcome.Succeeded,
                AuditType.RunSucceeded,
                AuditReason.AllStagesDone,
                "Revision " + run.revision() + " has passed every stage"
                        + (degraded ? ", though some failed and were passed over (Continue)." : "."));
    }

    private static void end(
            Draft draft, Run run, RunOutcome outcome, AuditType type, AuditReason reason, String message) {
        draft.put(run.ended(outcome, draft.now()));
        draft.audit(type, AuditKind.run, reason, message)
                .revision(run.revision())
                .run(run.number())
                .stage(run.failedStage())
                .from(run.outcome() == null ? "InFlight" : run.outcome())
                .to(outcome)
                .with("supersededBy", run.supersededBy())
                .record();
    }

    private static @org.jspecify.annotations.Nullable RunOutcome outcome(StagePhase phase) {
        return switch (phase) {
            case Halted -> RunOutcome.Halted;
            case RolledBack -> RunOutcome.RolledBack;
            case PartiallyRolledBack -> RunOutcome.PartiallyRolledBack;
            case RollbackFailed -> RunOutcome.RollbackFailed;
            default -> null;
        };
    }

    private static AuditType audit(RunOutcome outcome) {
        return switch (outcome) {
            case Succeeded -> AuditType.RunSucceeded;
            case Halted -> AuditType.RunHalted;
            case RolledBack -> AuditType.RunRolledBack;
            case PartiallyRolledBack -> AuditType.RunPartiallyRolledBack;
            case RollbackFailed -> AuditType.RunRollbackFailed;
            case Superseded -> AuditType.RunSuperseded;
        };
    }

    private static AuditReason reason(StageRun part) {
        return part.reason() == null ? AuditReason.TooManyFailures : AuditReason.valueOf(part.reason());
    }
}
