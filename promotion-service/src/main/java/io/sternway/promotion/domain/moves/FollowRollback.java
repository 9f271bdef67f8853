package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.RollbackChanged.Step;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Rollback.ClusterResult;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.FleetStory;
import io.sternway.promotion.domain.narration.GivingUp;
import io.sternway.promotion.domain.narration.RollbackStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.stage.StageCause;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Follows a rollback: a cluster is restored when it is healthy at the restored revision and pruned; what fails is named and
 * does not stop the others; a failed rollback never triggers another (R20, R21, X6).
 */
public final class FollowRollback {

    private FollowRollback() {}

    /** Looks at every cluster; ends the rollback when none is pending. */
    public static void follow(Draft draft, Rollback rollback) {
        Map<String, ClusterResult> clusters = new TreeMap<>();
        rollback.clusters().forEach((name, result) -> clusters.put(name, stands(draft, rollback, name, result)));
        boolean changed = !clusters.equals(rollback.clusters());
        Rollback after = changed ? rollback.withClusters(clusters) : rollback;
        boolean done =
                rollback.inProgress() && clusters.values().stream().noneMatch(c -> c.state() == RollbackState.Pending);
        if (changed) {
            draft.put(after);
            if (!done) {
                draft.effect(new Effect.RollbackChanged(Step.Progressed, after));
            }
        }
        if (done) {
            end(draft, after, result(after));
        }
    }

    /** A newer run dispatches to the stage: what is left is given up, before a new epoch is drawn (R3). */
    static void supersede(Draft draft, Rollback rollback, long newerRun) {
        Map<String, ClusterResult> clusters = new TreeMap<>(rollback.clusters());
        String message = GivingUp.unrestored(newerRun);
        clusters.replaceAll((name, result) -> {
            if (!open(result)) {
                return result;
            }
            Target target = draft.target(name);
            if (target != null && isOurs(target, rollback)) {
                draft.put(target.withGivenUp(GivenUp.superseded(target.desired().epoch(), message, draft.now())));
            }
            return result.ended(RollbackState.Superseded, draft.now(), "Superseded", message);
        });
        Rollback after = rollback.withClusters(clusters);
        draft.put(after);
        if (rollback.inProgress()) {
            end(draft, after, RollbackResult.Partial);
        } else if (!after.clusters().equals(rollback.clusters())) {
            draft.effect(new Effect.RollbackChanged(Step.Progressed, after));
        }
    }

    private static boolean open(ClusterResult result) {
        return result.state() == RollbackState.Pending || result.state() == RollbackState.Owed;
    }

    private static ClusterResult stands(Draft draft, Rollback rollback, String name, ClusterResult before) {
        if (!open(before)) {
            return before;
        }
        Target target = draft.target(name);
        if (target == null || !isOurs(target, rollback)) {
            if (before.state() == RollbackState.Owed) {
                // The rollback has ended long ago, so that nothing else would tell.
                draft.tell(FleetStory.owedNoLonger(name, rollback));
            }
            return before.ended(RollbackState.Failed, draft.now(), "ClusterLeft", "The cluster left the stage.");
        }
        ClusterResult now = before.epoch() == target.desired().epoch()
                ? before
                : before.again(target.desired().epoch(), target.desired().attempt());
        GivenUp givenUp = target.givenUp();
        if (givenUp != null && target.isGivenUp()) {
            return failed(draft, target, givenUp, now);
        }
        if (!target.soak().reached() || !target.prune().ended()) {
            return now;
        }
        DeploymentFact answer = target.answer();
        if (answer != null && DeploymentReason.Exceptions.name().equals(answer.reason())) {
            return now.ended(
                    RollbackState.Failed,
                    draft.now(),
                    DeploymentReason.Exceptions.name(),
                    "The cluster is healthy at the restored revision, but not all of it: " + answer.message());
        }
        return target.prune().state() == PruneStatus.State.Done
                ? now.ended(RollbackState.Restored, draft.now(), null, null)
                : now.ended(
                        RollbackState.Failed,
                        draft.now(),
                        AuditReason.PruneIncomplete.name(),
                        "The cluster is healthy at the restored revision, but objects of the failed one are left: "
                                + Objects.requireNonNullElse(target.prune().message(), "no reason was given") + ".");
    }

    private static ClusterResult failed(Draft draft, Target target, GivenUp givenUp, ClusterResult now) {
        boolean owed = givenUp.owed();
        boolean waits =
                owed ? now.state() == RollbackState.Owed : target.prune().state() == PruneStatus.State.Requested;
        RollbackState state = owed ? RollbackState.Owed : RollbackState.Failed;
        return waits ? now : now.ended(state, draft.now(), givenUp.reason(), givenUp.message());
    }

    private static boolean isOurs(Target target, Rollback rollback) {
        return rollback.id().equals(target.desired().rollback());
    }

    private static RollbackResult result(Rollback rollback) {
        long restored = rollback.clusters().values().stream()
                .filter(c -> c.state() == RollbackState.Restored)
                .count();
        if (restored == rollback.clusters().size()) {
            return RollbackResult.Succeeded;
        }
        boolean inPart = rollback.clusters().values().stream()
                .anyMatch(c -> AuditReason.PruneIncomplete.name().equals(c.reason())
                        || DeploymentReason.Exceptions.name().equals(c.reason()));
        return restored > 0 || inPart ? RollbackResult.Partial : RollbackResult.Failed;
    }

    private static void end(Draft draft, Rollback rollback, RollbackResult result) {
        Rollback ended = rollback.ended(result, draft.now());
        Why why = RollbackStory.result(ended, result);
        draft.put(ended);
        draft.effect(new Effect.RollbackChanged(Step.Completed, ended));
        draft.tell(RollbackStory.ended(ended, result, why, notes(draft, ended)));
        if (result == RollbackResult.Failed) {
            draft.tell(RollbackStory.incident(ended, why));
        }
        moveStage(draft, ended, result, why);
    }

    private static Map<String, List<String>> notes(Draft draft, Rollback rollback) {
        Map<String, List<String>> notes = new TreeMap<>();
        for (String cluster : rollback.clusters().keySet()) {
            Target target = draft.target(cluster);
            DeploymentFact answer = target != null && isOurs(target, rollback) ? target.answer() : null;
            List<String> said = answer == null ? null : answer.notes();
            if (said != null) {
                notes.put(cluster, said);
            }
        }
        return notes;
    }

    private static void moveStage(Draft draft, Rollback rollback, RollbackResult result, Why why) {
        StageCause cause = switch (result) {
            case Succeeded -> StageCause.AllRestored;
            case Partial -> StageCause.SomeRestored;
            case Failed -> StageCause.NoneRestored;
        };
        draft.owner(rollback.stage())
                .filter(owner -> owner.run().number() == rollback.run())
                .filter(owner -> owner.part().phase() == StagePhase.RollingBack)
                .ifPresent(owner -> MoveStage.move(draft, owner.run(), owner.part(), cause, why));
    }
}
