package io.sternway.promotion.domain.rollback;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.Effect.RollbackChanged.Step;
import io.sternway.promotion.domain.rollback.Rollback.ClusterResult;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageCause;
import io.sternway.promotion.domain.stage.StageMoves;
import io.sternway.promotion.domain.stage.StageMoves.Why;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.target.GivenUp;
import io.sternway.promotion.domain.target.PruneStatus;
import io.sternway.promotion.domain.target.Target;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Follows a rollback: a cluster is restored when it is healthy at the restored revision and pruned; what fails is named
 * and does not stop the others; a failed rollback never triggers another (R20, R21, X6).
 */
public final class RollbackProgress {

    private RollbackProgress() {}

    /** Looks at every cluster; ends the rollback when none is pending. */
    public static void follow(Draft draft, Rollback rollback) {
        Map<String, ClusterResult> clusters = new TreeMap<>();
        rollback.clusters().forEach((name, result) -> clusters.put(name, stands(draft, rollback, name, result)));
        boolean changed = !clusters.equals(rollback.clusters());
        Rollback after = changed ? rollback.with(clusters) : rollback;
        boolean done =
                rollback.inProgress() && clusters.values().stream().noneMatch(c -> c.state() == RollbackState.Pending);
        if (changed) {
            draft.put(after);
            if (!done) {
                draft.effect(new Effect.RollbackChanged(Step.Progressed, after));
            }
        }
        if (done) {
            complete(draft, after);
        }
    }

    /** A newer run dispatches to the stage: what is left is given up, before a new epoch is drawn (R3). */
    public static void supersede(Draft draft, Rollback rollback, long newerRun) {
        Map<String, ClusterResult> clusters = new TreeMap<>(rollback.clusters());
        String message = "Run " + newerRun + " took over before the cluster was restored.";
        clusters.replaceAll((name, result) -> {
            if (result.state() != RollbackState.Pending && result.state() != RollbackState.Owed) {
                return result;
            }
            Target target = draft.target(name);
            if (target != null && isOurs(target, rollback)) {
                draft.put(target.withGivenUp(new GivenUp(
                        target.desired().epoch(),
                        GivenUp.Kind.Superseded,
                        false,
                        "Superseded",
                        message,
                        draft.now(),
                        Long.MAX_VALUE,
                        null)));
            }
            return new ClusterResult(
                    RollbackState.Superseded,
                    result.epoch(),
                    result.attempts(),
                    result.startedAt(),
                    draft.now(),
                    "Superseded",
                    message);
        });
        Rollback after = rollback.with(clusters);
        draft.put(after);
        if (rollback.inProgress()) {
            end(draft, after, RollbackResult.Partial);
        } else if (!after.clusters().equals(rollback.clusters())) {
            draft.effect(new Effect.RollbackChanged(Step.Progressed, after));
        }
    }

    private static ClusterResult stands(Draft draft, Rollback rollback, String name, ClusterResult before) {
        if (before.state() != RollbackState.Pending && before.state() != RollbackState.Owed) {
            return before;
        }
        Target target = draft.target(name);
        if (target == null || !isOurs(target, rollback)) {
            if (before.state() == RollbackState.Owed) {
                owedNoLonger(draft, rollback, name);
            }
            return before.ended(RollbackState.Failed, draft.now(), "ClusterLeft", "The cluster left the stage.");
        }
        ClusterResult now = before.epoch() == target.desired().epoch()
                ? before
                : before.again(target.desired().epoch(), target.desired().attempt());
        GivenUp givenUp = target.givenUp();
        if (givenUp != null && target.isGivenUp()) {
            if (givenUp.owed()) {
                return now.state() == RollbackState.Owed
                        ? now
                        : now.ended(RollbackState.Owed, draft.now(), givenUp.reason(), givenUp.message());
            }
            boolean pruning = target.prune().state() == PruneStatus.State.Requested;
            return pruning ? now : now.ended(RollbackState.Failed, draft.now(), givenUp.reason(), givenUp.message());
        }
        if (!target.soak().reached() || !target.prune().ended()) {
            return now;
        }
        return target.prune().state() == PruneStatus.State.Done
                ? now.ended(RollbackState.Restored, draft.now(), null, null)
                : now.ended(RollbackState.Failed, draft.now(), "PruneIncomplete", pruneMessage(target));
    }

    /** The rollback has ended long ago, so that nothing else would tell. */
    private static void owedNoLonger(Draft draft, Rollback rollback, String cluster) {
        draft.audit(
                        AuditType.TargetCancelled,
                        AuditKind.target,
                        AuditReason.Left,
                        "Cluster " + cluster + " left stage " + rollback.stage() + " before it had revision "
                                + rollback.to() + " back; it is owed nothing any more.")
                .revision(rollback.to())
                .run(rollback.run())
                .stage(rollback.stage())
                .cluster(cluster)
                .with("rollback", rollback.id())
                .record();
    }

    private static boolean isOurs(Target target, Rollback rollback) {
        return rollback.id().equals(target.desired().rollback());
    }

    private static String pruneMessage(Target target) {
        return "The cluster is healthy at the restored revision, but objects of the failed one are left: "
                + Objects.requireNonNullElse(target.prune().message(), "no reason was given") + ".";
    }

    private static void complete(Draft draft, Rollback rollback) {
        long restored = count(rollback, RollbackState.Restored);
        boolean unpruned = rollback.clusters().values().stream().anyMatch(c -> "PruneIncomplete".equals(c.reason()));
        RollbackResult result = restored == rollback.clusters().size()
                ? RollbackResult.Succeeded
                : restored > 0 || unpruned ? RollbackResult.Partial : RollbackResult.Failed;
        end(draft, rollback, result);
    }

    private static void end(Draft draft, Rollback rollback, RollbackResult result) {
        Rollback ended = rollback.ended(result, draft.now());
        draft.put(ended);
        draft.effect(new Effect.RollbackChanged(Step.Completed, ended));
        AuditReason reason = switch (result) {
            case Succeeded -> AuditReason.AllRestored;
            case Partial -> AuditReason.SomeNotRestored;
            case Failed -> AuditReason.NoneRestored;
        };
        String message = message(ended, result);
        draft.audit(AuditType.RollbackEnded, AuditKind.rollback, reason, message)
                .revision(ended.to())
                .run(ended.run())
                .stage(ended.stage())
                .from("InProgress")
                .to(result)
                .with("rollback", ended.id())
                .with("clusters", states(ended))
                .record();
        if (result == RollbackResult.Failed) {
            draft.audit(
                            AuditType.IncidentRaised,
                            AuditKind.rollback,
                            reason,
                            message + " Nothing more is done by itself: somebody must act.")
                    .revision(ended.to())
                    .run(ended.run())
                    .stage(ended.stage())
                    .with("rollback", ended.id())
                    .record();
        }
        moveStage(draft, ended, result, new Why(reason, message, ended.initiatedBy(), Map.of("rollback", ended.id())));
    }

    private static void moveStage(Draft draft, Rollback rollback, RollbackResult result, Why why) {
        Run run = draft.owner(rollback.stage())
                .map(Owner::run)
                .filter(r -> r.number() == rollback.run())
                .orElse(null);
        if (run == null) {
            return;
        }
        run.stage(rollback.stage())
                .filter(part -> part.phase() == StagePhase.RollingBack)
                .ifPresent(part -> StageMoves.move(draft, run, part, cause(result), why));
    }

    private static StageCause cause(RollbackResult result) {
        return switch (result) {
            case Succeeded -> StageCause.AllRestored;
            case Partial -> StageCause.SomeRestored;
            case Failed -> StageCause.NoneRestored;
        };
    }

    private static String message(Rollback rollback, RollbackResult result) {
        String what = "revision " + rollback.to();
        if (result == RollbackResult.Succeeded) {
            return "Stage " + rollback.stage() + " is back at " + what + " on all "
                    + rollback.clusters().size() + " clusters.";
        }
        List<String> not = new ArrayList<>();
        rollback.clusters().forEach((name, c) -> {
            if (c.state() != RollbackState.Restored) {
                not.add(name + " ("
                        + Objects.requireNonNullElse(c.reason(), c.state().name()) + ")");
            }
        });
        return "Stage " + rollback.stage() + " is back at " + what + " on " + count(rollback, RollbackState.Restored)
                + " of " + rollback.clusters().size() + " clusters. Not restored: " + String.join(", ", not) + ".";
    }

    private static long count(Rollback rollback, RollbackState state) {
        return rollback.clusters().values().stream()
                .filter(c -> c.state() == state)
                .count();
    }

    private static Map<String, String> states(Rollback rollback) {
        Map<String, String> states = new TreeMap<>();
        rollback.clusters().forEach((name, c) -> states.put(name, c.state().name()));
        return states;
    }
}
