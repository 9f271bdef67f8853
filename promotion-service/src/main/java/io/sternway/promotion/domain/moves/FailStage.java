package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Revision.Quarantine;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.RevisionStory;
import io.sternway.promotion.domain.narration.StageStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.stage.RollbackRevisions;
import io.sternway.promotion.domain.rules.stage.StageCause;
import io.sternway.promotion.domain.rules.stage.StageFailure;
import io.sternway.promotion.domain.rules.targets.TargetRules;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.AuditReason;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Fails a stage: Halt, Rollback or Continue (R15 to R18, R22). */
public final class FailStage {

    private FailStage() {}

    /** Fails every stage of which more targets have failed than it tolerates, in each run that is responsible for it. */
    public static void failStages(Draft draft) {
        for (Run run : draft.runs()) {
            for (StageRun known : run.stages()) {
                draft.owned(run, known.stage())
                        .ifPresent(owner -> StageFailure.of(draft, owner.run(), owner.part())
                                .ifPresent(failure -> fail(draft, owner.run(), owner.part(), failure)));
            }
        }
    }

    private static void fail(Draft draft, Run run, StageRun part, StageFailure failure) {
        OnFailure action = failure.action();
        Why why = StageStory.failed(run, part, failure.failed(), failure.tolerated(), failure.silence(), action);
        if (action == OnFailure.Continue) {
            Why passedOver = why.and(" The run goes on, as onFailure: Continue says.");
            MoveStage.move(draft, run, part, StageCause.FailedContinue, passedOver);
            cancel(draft, run, part, AuditReason.PolicyContinue);
            return;
        }
        Run failing = run.failedStage() == null ? run.withFailedStage(part.stage()) : run;
        draft.put(failing);
        if (failure.evidence()) {
            quarantine(draft, failing, part, why.message());
        }
        Optional<Long> back = action == OnFailure.Rollback ? rollbackTarget(draft, run, part) : Optional.empty();
        MoveStable.failed(draft, part.stage(), run, back);
        if (action == OnFailure.Halt) {
            Why halted = why.and(" The run stops here; clusters keep what they have.");
            MoveStage.move(draft, failing, part, StageCause.FailedHalt, halted);
            cancel(draft, failing, part, AuditReason.PolicyHalt);
        } else if (back.isPresent()) {
            goBack(draft, failing, part, back.get(), StageCause.FailedRollback, why);
        } else {
            stay(draft, failing, part, StageCause.FailedNoTarget, why);
        }
        laterStages(draft, failing, part, why.message());
    }

    private static Optional<Long> rollbackTarget(Draft draft, Run run, StageRun part) {
        return RollbackRevisions.of(draft.stage(part.stage()), run.revision(), draft.revisions());
    }

    /** R17: back to the rollback target. */
    private static void goBack(Draft draft, Run run, StageRun part, long to, StageCause cause, Why why) {
        StageRun moved =
                MoveStage.move(draft, run, part, cause, why.and(" The stage goes back to revision " + to + "."));
        BeginRollback.begin(draft, run, moved, to, why);
    }

    /** R18: it should go back and cannot. */
    private static void stay(Draft draft, Run run, StageRun part, StageCause cause, Why failure) {
        boolean others = draft.stage(part.stage()).history().stream().anyMatch(s -> s.revision() != run.revision());
        MoveStage.move(draft, run, part, cause, StageStory.nothingToGoBackTo(part, others, failure));
        cancel(draft, run, part, AuditReason.NoRollbackTarget);
    }

    /** R22: dispatch stops everywhere; a later stage that has not yet succeeded goes back to its own rollback target. */
    private static void laterStages(Draft draft, Run run, StageRun failed, String message) {
        boolean later = false;
        for (StageRun part : run.stages()) {
            if (part.stage().equals(failed.stage())) {
                later = true;
            } else if (later
                    && part.unfinished()
                    && draft.owned(run, part.stage()).isPresent()) {
                Why why = StageStory.earlierFailed(failed, part, message);
                Optional<Long> back = rollbackTarget(draft, run, part);
                if (back.isPresent()) {
                    MoveStable.wentBack(draft, part.stage(), back.get(), run);
                    goBack(draft, run, part, back.get(), StageCause.EarlierFailed, why);
                } else {
                    stay(draft, run, part, StageCause.EarlierFailedNoTarget, why);
                }
            }
        }
    }

    /** R5: only evidence quarantines, never silence. */
    private static void quarantine(Draft draft, Run run, StageRun part, String message) {
        Revision revision = draft.revision(run.revision());
        if (revision.quarantine() == null) {
            String reason = AuditReason.TooManyFailures.name();
            draft.put(revision.quarantined(new Quarantine(part.stage(), run.number(), draft.now(), reason, message)));
            draft.tell(RevisionStory.quarantined(run, part));
        }
    }

    /** What has not been applied is not to be: the executor stops after the call in flight. */
    static void cancel(Draft draft, Run run, StageRun part, AuditReason reason) {
        Map<String, Long> epochs = new TreeMap<>();
        for (Target target : draft.targetsOf(part.stage())) {
            if (Long.valueOf(run.number()).equals(target.desired().run()) && TargetRules.open(target)) {
                epochs.put(target.cluster(), target.desired().epoch());
                draft.put(target.withDesired(target.desired().cancelledByUs()));
            }
        }
        if (!epochs.isEmpty()) {
            draft.effect(new Effect.Cancel(draft.ref().commandId("cancel", epochs), reason, epochs));
        }
    }
}
