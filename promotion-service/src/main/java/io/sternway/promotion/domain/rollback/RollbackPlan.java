package io.sternway.promotion.domain.rollback;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.Effect.RollbackChanged.Step;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.rollback.Rollback.ClusterResult;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.Dispatch;
import io.sternway.promotion.domain.target.Dispatch.Addressee;
import io.sternway.promotion.domain.target.Dispatch.Order;
import io.sternway.promotion.domain.target.GivenUp;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import io.sternway.promotion.domain.target.Target.Held;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.RollbackState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Starts a rollback: every target of the stage to which the failed revision was dispatched, by this run or when its
 * cluster joined, whichever epoch, the healthy ones too, gets the whole earlier snapshot (R17, R19).
 */
public final class RollbackPlan {

    private RollbackPlan() {}

    /**
     * Starts it, all targets at once.
     *
     * @param draft the decision
     * @param run the run whose revision failed
     * @param part its part of the stage
     * @param to the revision that is restored
     * @param reason CamelCase: what failed
     * @param message for people
     * @param actor whose policy it is
     */
    public static void start(
            Draft draft, Run run, StageRun part, long to, AuditReason reason, String message, Actor actor) {
        String stage = part.stage();
        List<Addressee> addressees = new ArrayList<>();
        for (Target target : draft.targetsOf(stage)) {
            if (unrestored(target, to) || dispatched(target, run.revision())) {
                if (untouched(target, run.revision(), to)) {
                    draft.put(target.with(target.desired().cancelledByUs()).withGivenUp(null));
                } else {
                    addressees.add(Addressee.first(target.cluster(), inputs(draft, target, to), draft.now()));
                }
            }
        }
        Rollback rollback = new Rollback(
                draft.ref().rollbackId(run.number(), stage),
                stage,
                run.number(),
                run.revision(),
                to,
                reason.name(),
                message,
                actor,
                draft.now(),
                null,
                null,
                Map.of());
        draft.put(rollback);
        Order order = new Order(
                Purpose.Rollback, stage, to, run.number(), rollback, part.settings(), AuditReason.PolicyRollback);
        Dispatch.send(draft, order, addressees);
        Rollback started = rollback.with(pending(draft, addressees));
        draft.put(started);
        draft.effect(new Effect.RollbackChanged(Step.Started, started));
        draft.audit(
                        AuditType.RollbackBegan,
                        AuditKind.rollback,
                        reason,
                        "Stage " + stage + " goes back from revision " + run.revision() + " to revision " + to + " on "
                                + addressees.size() + " clusters.")
                .revision(to)
                .run(run.number())
                .stage(stage)
                .to("InProgress")
                .by(rollback.initiatedBy())
                .with("rollback", rollback.id())
                .with("fromRevision", run.revision())
                .with("clusters", addressees.stream().map(Addressee::cluster).toList())
                .record();
    }

    private static Map<String, ClusterResult> pending(Draft draft, List<Addressee> addressees) {
        Map<String, ClusterResult> clusters = new TreeMap<>();
        for (Addressee to : addressees) {
            Target target = draft.target(to.cluster());
            if (target != null) {
                clusters.put(
                        to.cluster(),
                        new ClusterResult(
                                RollbackState.Pending, target.desired().epoch(), 1, draft.now(), null, null, null));
            }
        }
        return clusters;
    }

    private static boolean dispatched(Target target, long failed) {
        return target.desired().revision() == failed && target.desired().purpose() != Purpose.Release;
    }

    /** An earlier run or rollback was given up there before it had finished (R3): it is nobody's otherwise. */
    private static boolean unrestored(Target target, long to) {
        GivenUp givenUp = target.givenUp();
        return givenUp != null
                && target.isGivenUp()
                && target.desired().purpose() != Purpose.Release
                && (givenUp.kind() == GivenUp.Kind.Superseded
                        || target.desired().revision() != to);
    }

    /** The executor says that nothing was started there, and that it holds what is restored; Unknown counts as started. */
    private static boolean untouched(Target target, long failed, long to) {
        DeploymentFact answer = target.answer();
        return dispatched(target, failed)
                && answer != null
                && answer.answer() == DeploymentFact.Answer.StoppedNotStarted
                && Long.valueOf(to).equals(answer.heldRevision())
                && answer.heldComplete();
    }

    /** The inputs of the epoch that is restored; a cluster that never held the revision gets those of today. */
    private static Map<String, String> inputs(Draft draft, Target target, long to) {
        Held held = target.ledger().get(to);
        if (held != null) {
            return held.labels();
        }
        Inventory inventory = draft.fleet().inventory();
        Map<String, String> today =
                inventory == null ? null : inventory.current().clusters().get(target.cluster());
        return today == null ? target.desired().labels() : today;
    }
}
