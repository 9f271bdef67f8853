package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.revision.Revision.Quarantine;
import io.sternway.promotion.domain.revision.Track;
import io.sternway.promotion.domain.rollback.RollbackPlan;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageMoves.Why;
import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.GivenUp;
import io.sternway.promotion.domain.target.Target;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * When a stage fails, and what follows: Halt, Rollback or Continue (R8, R15 to R18, R22). It fails once, whatever it
 * waits for (R11), while it is active, while it is monitored, and while a superseded run is still responsible (R3).
 */
public final class Failure {

    private Failure() {}

    /** Fails the stage if more of its targets have failed than it tolerates. */
    public static void check(Draft draft, Run run, StageRun part) {
        if (!watched(draft, part)) {
            return;
        }
        List<Target> failed = failed(draft, run, part);
        int tolerated =
                part.settings().rollout().toleratedFailures(part.members().size());
        if (failed.size() > tolerated) {
            fail(draft, run, part, failed, tolerated);
        }
    }

    /** The members that this run dispatched to and that were given up. */
    public static List<Target> failed(Draft draft, Run run, StageRun part) {
        List<Target> failed = new ArrayList<>();
        for (String member : part.members()) {
            Target target = draft.target(member);
            if (target != null && target.givenUp() != null && target.deployedBy(run.number(), part.stage())) {
                failed.add(target);
            }
        }
        return failed;
    }

    private static boolean watched(Draft draft, StageRun part) {
        if (part.phase() != StagePhase.Succeeded) {
            return part.unfinished();
        }
        return part.monitored() && (part.monitoredUntil() == null || draft.now().isBefore(part.monitoredUntil()));
    }

    private static void fail(Draft draft, Run run, StageRun part, List<Target> failed, int tolerated) {
        boolean silence = failed.stream().allMatch(t -> given(t).kind() == GivenUp.Kind.NoEvidence);
        boolean evidence = failed.stream().anyMatch(t -> given(t).evidence());
        OnFailure action = action(part.settings(), silence);
        AuditReason reason = silence ? AuditReason.NoEvidence : AuditReason.TooManyFailures;
        String message = message(run, part, failed, tolerated);
        Map<String, Object> details = details(failed, tolerated, action);
        Actor policy = Actor.policy(silence ? "onNoEvidence" : "onFailure");

        Run failing = run;
        Optional<Long> back = action == OnFailure.Rollback ? rollbackTarget(draft, run, part) : Optional.empty();
        if (action != OnFailure.Continue) {
            if (run.failedStage() == null) {
                failing = run.failedIn(part.stage());
                draft.put(failing);
            }
            if (evidence) {
                quarantine(draft, failing, part, message);
            }
            Track.failed(draft, part.stage(), run.revision(), run.number(), back);
        }
        switch (action) {
            case Continue -> {
                StageMoves.move(
                        draft,
                        failing,
                        part,
                        StageCause.FailedContinue,
                        new Why(reason, message + " The run goes on, as onFailure: Continue says.", policy, details));
                cancel(draft, failing, part, AuditReason.PolicyContinue);
            }
            case Halt -> {
                StageMoves.move(
                        draft,
                        failing,
                        part,
                        StageCause.FailedHalt,
                        new Why(
                                reason,
                                message + " The run stops here; clusters keep what they have.",
                                policy,
                                details));
                cancel(draft, failing, part, AuditReason.PolicyHalt);
            }
            case Rollback -> {
                Why why = new Why(reason, message, policy, details);
                if (back.isPresent()) {
                    goBack(draft, failing, part, back.get(), StageCause.FailedRollback, why);
                } else {
                    stay(draft, failing, part, StageCause.FailedNoTarget, why);
                }
            }
        }
        if (action != OnFailure.Continue) {
            laterStages(draft, failing, part, message);
        }
    }

    private static OnFailure action(StageSettings settings, boolean silence) {
        if (!silence) {
            return settings.failure().onFailure();
        }
        return settings.failure().onNoEvidence() == OnNoEvidence.Halt ? OnFailure.Halt : OnFailure.Rollback;
    }

    private static Optional<Long> rollbackTarget(Draft draft, Run run, StageRun part) {
        return Track.rollbackTarget(draft.stage(part.stage()), run.revision(), draft.revisions());
    }

    /** R17: back to the rollback target. */
    private static void goBack(Draft draft, Run run, StageRun part, long to, StageCause cause, Why why) {
        String message = why.message() + " The stage goes back to revision " + to + ".";
        StageRun moved =
                StageMoves.move(draft, run, part, cause, new Why(why.reason(), message, why.actor(), why.details()));
        RollbackPlan.start(draft, run, moved, to, why.reason(), why.message(), why.actor());
    }

    /** R18: it should go back and cannot. */
    private static void stay(Draft draft, Run run, StageRun part, StageCause cause, Why why) {
        boolean others = draft.stage(part.stage()).history().stream().anyMatch(s -> s.revision() != run.revision());
        String message = why.message() + " There is nothing to go back to: "
                + (others
                        ? "every other revision that succeeded in stage " + part.stage() + " is quarantined."
                        : "no other revision ever succeeded in stage " + part.stage() + ".")
                + " Clusters keep what they have; somebody must act.";
        StageMoves.move(
                draft, run, part, cause, new Why(AuditReason.NoRollbackTarget, message, why.actor(), why.details()));
        cancel(draft, run, part, AuditReason.NoRollbackTarget);
    }

    /** R22: dispatch stops everywhere; a later stage that has not yet succeeded goes back to its own rollback target. */
    private static void laterStages(Draft draft, Run run, StageRun failedPart, String message) {
        boolean later = false;
        for (StageRun part : run.stages()) {
            if (part.stage().equals(failedPart.stage())) {
                later = true;
            } else if (later && part.unfinished() && owns(draft, run, part)) {
                Why why = new Why(
                        AuditReason.EarlierStageFailed,
                        "Stage " + failedPart.stage() + " of the same run failed before stage " + part.stage()
                                + " had succeeded. " + message,
                        Actor.policy("onFailure"),
                        Map.of("failedStage", failedPart.stage()));
                Optional<Long> back = rollbackTarget(draft, run, part);
                if (back.isPresent()) {
                    Track.wentBack(draft, part.stage(), back.get(), run.number());
                    goBack(draft, run, part, back.get(), StageCause.EarlierFailed, why);
                } else {
                    stay(draft, run, part, StageCause.EarlierFailedNoTarget, why);
                }
            }
        }
    }

    private static boolean owns(Draft draft, Run run, StageRun part) {
        Long owner = draft.stage(part.stage()).owner();
        return owner != null && owner == run.number();
    }

    /** R5: only evidence quarantines, never silence. */
    private static void quarantine(Draft draft, Run run, StageRun part, String message) {
        Revision revision = draft.revision(run.revision());
        if (revision.quarantine() != null) {
            return;
        }
        draft.put(revision.quarantined(
                new Quarantine(part.stage(), run.number(), draft.now(), AuditReason.TooManyFailures.name(), message)));
        draft.audit(
                        AuditType.RevisionQuarantined,
                        AuditKind.revision,
                        AuditReason.TooManyFailures,
                        "Revision " + run.revision() + " is quarantined: it failed in stage " + part.stage()
                                + ". Bring a newer one.")
                .revision(run.revision())
                .run(run.number())
                .stage(part.stage())
                .by(Actor.policy("quarantine"))
                .record();
    }

    /** What has not been applied is not to be: the executor stops after the call in flight. */
    static void cancel(Draft draft, Run run, StageRun part, AuditReason reason) {
        Map<String, Long> epochs = new TreeMap<>();
        for (Target target : draft.targetsOf(part.stage())) {
            if (Long.valueOf(run.number()).equals(target.desired().run()) && open(target)) {
                epochs.put(target.cluster(), target.desired().epoch());
                draft.put(target.with(target.desired().cancelledByUs()));
            }
        }
        if (!epochs.isEmpty()) {
            long first = epochs.values().stream().min(Long::compare).orElseThrow();
            draft.effect(new Effect.Cancel(draft.ref().commandId("cancel", first), reason, epochs));
        }
    }

    private static boolean open(Target target) {
        DeploymentFact answer = target.answer();
        boolean answered = answer != null
                && answer.answer() != DeploymentFact.Answer.Pending
                && answer.answer() != DeploymentFact.Answer.SnapshotUnknown;
        return !target.applied() && !answered && !target.desired().cancelled();
    }

    private static GivenUp given(Target target) {
        GivenUp givenUp = target.givenUp();
        if (givenUp == null) {
            throw new IllegalStateException(target.cluster() + " is not given up");
        }
        return givenUp;
    }

    private static String message(Run run, StageRun part, List<Target> failed, int tolerated) {
        StringBuilder text = new StringBuilder("Revision " + run.revision() + " failed in stage " + part.stage()
                + ": " + failed.size() + " of " + part.members().size() + " clusters, " + tolerated
                + " tolerated.");
        failed.stream().limit(3).forEach(t -> text.append(' ').append(given(t).message()));
        if (failed.size() > 3) {
            text.append(" And ").append(failed.size() - 3).append(" more.");
        }
        return text.toString();
    }

    private static Map<String, Object> details(List<Target> failed, int tolerated, OnFailure action) {
        Map<String, Object> details = new TreeMap<>();
        Map<String, Object> causes = new TreeMap<>();
        failed.forEach(t -> causes.put(t.cluster(), given(t).kind() + ": " + given(t).reason()));
        details.put("failed", causes);
        details.put("tolerated", tolerated);
        details.put("action", action.name());
        return details;
    }
}
