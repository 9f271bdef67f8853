package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.RollbackChanged.Step;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Rollback.ClusterResult;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Soak;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.Target.Held;
import io.sternway.promotion.domain.moves.Dispatch.Addressee;
import io.sternway.promotion.domain.moves.Dispatch.Order;
import io.sternway.promotion.domain.narration.RollbackStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Begins a rollback: every target of the stage to which the failed revision was dispatched, by this run or when its cluster
 * joined, whichever epoch, the healthy ones too, gets the whole earlier snapshot (R17, R19).
 */
final class BeginRollback {

    private BeginRollback() {}

    /**
     * Begins it, all targets at once.
     *
     * @param run the run whose revision failed
     * @param part its part of the stage
     * @param to the revision that is restored
     * @param why what failed, and whose policy it is
     */
    static void begin(Draft draft, Run run, StageRun part, long to, Why why) {
        String stage = part.stage();
        List<Addressee> addressees = new ArrayList<>();
        List<Target> untouched = new ArrayList<>();
        for (Target target : draft.targetsOf(stage)) {
            if (unrestored(target, to) || dispatched(target, run.revision())) {
                if (untouched(target, run.revision(), to)) {
                    untouched.add(target);
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
                why.reason().name(),
                why.message(),
                why.actor(),
                draft.now(),
                null,
                null,
                Map.of());
        draft.put(rollback);
        untouched.forEach(target -> draft.put(heldAgain(draft, target, rollback)));
        Order order = new Order(
                Purpose.Rollback, stage, to, run.number(), rollback, part.settings(), AuditReason.PolicyRollback);
        Dispatch.send(draft, order, addressees);
        Rollback begun = rollback.withClusters(pending(draft, addressees));
        draft.put(begun);
        draft.effect(new Effect.RollbackChanged(Step.Started, begun));
        draft.tell(RollbackStory.began(
                begun,
                why.reason(),
                addressees.stream().map(Addressee::cluster).toList(),
                untouched.stream().map(Target::cluster).toList()));
    }

    private static Map<String, ClusterResult> pending(Draft draft, List<Addressee> addressees) {
        Map<String, ClusterResult> clusters = new TreeMap<>();
        for (Addressee to : addressees) {
            Target target = draft.target(to.cluster());
            if (target != null) {
                long epoch = target.desired().epoch();
                clusters.put(
                        to.cluster(),
                        new ClusterResult(RollbackState.Pending, epoch, 1, draft.now(), null, null, null));
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

    /**
     * The executor says that it has ended there without a write, or was refused before the first one, and that what is restored
     * is held completely, as it was brought: what was never written is not put back (K18). Unknown counts as started.
     */
    private static boolean untouched(Target target, long failed, long to) {
        DeploymentFact answer = target.answer();
        Held held = target.ledger().get(to);
        return dispatched(target, failed)
                && answer != null
                && (answer.answer() == Answer.StoppedNotStarted || answer.answer() == Answer.Failed)
                && answer.heldComplete()
                && held != null
                && Long.valueOf(held.epoch()).equals(answer.heldEpoch());
    }

    /** It is to hold what it holds, at the epoch at which that was brought, so that its health counts again. */
    private static Target heldAgain(Draft draft, Target target, Rollback rollback) {
        Held held = Objects.requireNonNull(target.ledger().get(rollback.to()));
        Desired desired = target.desired()
                .with(again -> again.epoch(held.epoch())
                        .purpose(Purpose.Rollback)
                        .revision(rollback.to())
                        .snapshot(draft.revision(rollback.to())
                                .snapshot(rollback.stage())
                                .hash())
                        .labels(held.labels())
                        .run(rollback.run())
                        .rollback(rollback.id())
                        .clockFrom(draft.now())
                        .minSuccessTime(Duration.ZERO)
                        .deadlineMet(true)
                        .cancelled(false));
        return target.with(again -> again.desired(desired)
                .givenUp(null)
                .soak(Soak.from(draft.now()))
                .prune(new PruneStatus(PruneStatus.State.Done, null, Duration.ZERO, null)));
    }

    /** The inputs of the epoch that is restored; a cluster that never held the revision gets those of today. */
    private static Map<String, String> inputs(Draft draft, Target target, long to) {
        Held held = target.ledger().get(to);
        if (held != null) {
            return held.labels();
        }
        Inventory inventory = draft.inventory();
        Map<String, String> today =
                inventory == null ? null : inventory.current().clusters().get(target.cluster());
        return today == null ? target.desired().labels() : today;
    }
}
