package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;

/** What is said about runs. */
public final class RunStory {

    private RunStory() {}

    /**
     * It has an outcome.
     *
     * @param before as it was until now
     */
    public static AuditDraft ended(Run before, RunOutcome outcome, Why why) {
        return new AuditDraft(type(outcome), AuditKind.run, why.reason(), why.message())
                .revision(before.revision())
                .run(before.number())
                .stage(before.failedStage())
                .from(before.outcome() == null ? "InFlight" : before.outcome())
                .to(outcome)
                .with("supersededBy", before.supersededBy());
    }

    public static Why superseded(Run old, long newer) {
        return Why.of(AuditReason.NewerRun, "Run " + newer + " took over from run " + old.number() + ".");
    }

    public static Why succeeded(Run run, boolean degraded) {
        return Why.of(
                AuditReason.AllStagesDone,
                "Revision " + run.revision() + " has passed every stage"
                        + (degraded ? ", though some failed and were passed over (Continue)." : "."));
    }

    /** Its outcome is that of the stage that failed (R22). */
    public static Why asStage(Run run, StageRun failed, RunOutcome outcome) {
        return Why.of(
                failed.reason() == null ? AuditReason.TooManyFailures : AuditReason.valueOf(failed.reason()),
                "Run " + run.number() + " of revision " + run.revision() + " ended as " + outcome + ": "
                        + failed.message());
    }

    private static AuditType type(RunOutcome outcome) {
        return switch (outcome) {
            case Succeeded -> AuditType.RunSucceeded;
            case Halted -> AuditType.RunHalted;
            case RolledBack -> AuditType.RunRolledBack;
            case PartiallyRolledBack -> AuditType.RunPartiallyRolledBack;
            case RollbackFailed -> AuditType.RunRollbackFailed;
            case Superseded -> AuditType.RunSuperseded;
        };
    }
}
