package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Wording;
import io.sternway.promotion.domain.fleet.Arrivals;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.fleet.Freshness;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.revision.Track;
import io.sternway.promotion.domain.rollout.RolloutPlanner;
import io.sternway.promotion.domain.rollout.RolloutPlanner.Candidate;
import io.sternway.promotion.domain.rollout.RolloutPlanner.Plan;
import io.sternway.promotion.domain.rollout.RolloutPlanner.Standing;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageMoves.Why;
import io.sternway.promotion.domain.target.Deadline;
import io.sternway.promotion.domain.target.Dispatch;
import io.sternway.promotion.domain.target.Dispatch.Addressee;
import io.sternway.promotion.domain.target.Dispatch.Order;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes the newest run through its stages: one after the other, wave after wave, gate after gate (R7, R10, R14). */
public final class Advance {

    private Advance() {}

    /** The first stage that is not done is started, or brought forward. */
    public static void advance(Draft draft, Run run) {
        for (StageRun part : run.stages()) {
            if (part.phase().passed()) {
                continue;
            }
            if (part.phase() == StagePhase.Pending) {
                Start.start(draft, run, part);
            } else if (part.phase().active()) {
                deploy(draft, run, part);
            }
            return;
        }
    }

    /** Sends the next wave, and derives the phase from how the targets stand. */
    static void deploy(Draft draft, Run run, StageRun part) {
        if (part.members().isEmpty()) {
            Start.emptied(draft, run, part);
            return;
        }
        List<Candidate> candidates = new ArrayList<>();
        for (String member : part.members()) {
            candidates.add(new Candidate(member, standing(run, part, draft.target(member))));
        }
        Plan plan = RolloutPlanner.plan(part.settings().rollout(), candidates);
        if (plan.breach()) {
            return;
        }
        List<Addressee> wave = new ArrayList<>();
        for (String cluster : plan.start()) {
            Map<String, String> labels = labels(draft, cluster);
            if (labels != null) {
                Arrivals.moved(draft, cluster, part.stage(), run.revision());
                wave.add(Addressee.first(cluster, labels, draft.now()));
            }
        }
        Dispatch.send(
                draft,
                new Order(
                        Purpose.Deploy,
                        part.stage(),
                        run.revision(),
                        run.number(),
                        null,
                        part.settings(),
                        AuditReason.Wave),
                wave);
        settle(draft, run, part);
    }

    private static Standing standing(Run run, StageRun part, @Nullable Target target) {
        if (target == null || !target.deployedBy(run.number(), part.stage())) {
            return Standing.Waiting;
        }
        if (target.isGivenUp()) {
            return Standing.Failed;
        }
        return target.soak().soaked() ? Standing.Done : Standing.InFlight;
    }

    private static @Nullable Map<String, String> labels(Draft draft, String cluster) {
        Inventory inventory = draft.fleet().inventory();
        return inventory == null ? null : inventory.current().clusters().get(cluster);
    }

    // ---- the phase follows from the targets and the gates

    private static void settle(Draft draft, Run run, StageRun part) {
        StageCause cause = derive(draft, run, part);
        StagePhase to = Transitions.next(part.phase(), cause).orElse(part.phase());
        if (to == part.phase()) {
            return;
        }
        switch (cause) {
            case NotAllHealthy -> move(draft, run, part, cause, AuditReason.NotAllHealthy, notAllHealthy(part));
            case AllHealthy -> move(draft, run, part, cause, AuditReason.AllHealthy, allHealthy(run, part));
            case AllSoaked -> move(draft, run, part, cause, AuditReason.AllSoaked, allSoaked(draft, part));
            case GatesOpen -> succeed(draft, run, part);
            default -> throw new IllegalStateException(cause + " is not derived from targets");
        }
    }

    private static void move(
            Draft draft, Run run, StageRun part, StageCause cause, AuditReason reason, String message) {
        StageMoves.move(draft, run, part, cause, Why.of(reason, message));
    }

    private static String notAllHealthy(StageRun part) {
        return "Stage " + part.stage() + " is no longer healthy on all clusters; it waits until it is again.";
    }

    private static String allHealthy(Run run, StageRun part) {
        Duration soak = part.settings().rollout().minSuccessTime();
        return "Stage " + part.stage() + " is healthy at revision " + run.revision()
                + (soak.isZero()
                        ? "; it waits until reports show that it stays so."
                        : " and must stay so for " + Wording.duration(soak) + ".");
    }

    private static String allSoaked(Draft draft, StageRun part) {
        Duration delay = part.settings().delay();
        List<String> waits = new ArrayList<>();
        if (!delay.isZero()) {
            waits.add("its delay of " + Wording.duration(delay));
        }
        if (part.members().stream()
                .map(draft::target)
                .anyMatch(t -> t != null && !t.isGivenUp() && !t.prune().ended())) {
            waits.add("the removal of what older revisions left");
        }
        if (waits.isEmpty()) {
            waits.add("a fresh report of every cluster");
        }
        return "Stage " + part.stage() + " is healthy on all clusters for long enough; it waits for "
                + String.join(" and ", waits) + ".";
    }

    private static StageCause derive(Draft draft, Run run, StageRun part) {
        boolean soaked = true;
        for (String member : part.members()) {
            Target target = draft.target(member);
            Standing standing = standing(run, part, target);
            if (standing == Standing.Waiting || (standing == Standing.InFlight && !healthy(target))) {
                return StageCause.NotAllHealthy;
            }
            soaked &= standing != Standing.InFlight;
        }
        if (!soaked) {
            return StageCause.AllHealthy;
        }
        return gatesOpen(draft, part) ? StageCause.GatesOpen : StageCause.AllSoaked;
    }

    private static boolean healthy(@Nullable Target target) {
        return target != null && target.ready();
    }

    /** R10, K5: the delay has passed since every target had soaked, all prunes have ended, all reports are fresh. */
    private static boolean gatesOpen(Draft draft, StageRun part) {
        Instant soaked = allSoakedAt(draft, part);
        boolean open = true;
        for (String member : part.members()) {
            Target target = draft.target(member);
            if (target == null || target.isGivenUp()) {
                continue;
            }
            open &= soaked == null
                    || Deadline.over(draft, member, soaked, part.settings().delay());
            open &= target.prune().ended();
            open &= fresh(draft, member);
        }
        return open;
    }

    /** When the last of the targets had soaked: the delay runs from there. */
    public static @Nullable Instant allSoakedAt(Draft draft, StageRun part) {
        return part.members().stream()
                .map(draft::target)
                .filter(Objects::nonNull)
                .filter(t -> !t.isGivenUp())
                .map(t -> t.soak().soakedAt())
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(null);
    }

    private static boolean fresh(Draft draft, String member) {
        ClusterView cluster = draft.cluster(member);
        boolean fresh = Freshness.fresh(cluster, draft.now());
        if (!fresh) {
            draft.lookAgainIn(cluster == null ? Start.LOOK_AGAIN : cluster.interval());
        }
        return fresh;
    }

    private static void succeed(Draft draft, Run run, StageRun part) {
        List<Target> failed = Failure.failed(draft, run, part);
        Map<String, Object> details = new TreeMap<>();
        String message = "Stage " + part.stage() + " has succeeded with revision " + run.revision() + " on "
                + (part.members().size() - failed.size()) + " of "
                + part.members().size() + " clusters.";
        if (!failed.isEmpty()) {
            List<String> names = failed.stream().map(Target::cluster).toList();
            details.put("tolerated", names);
            message += " Tolerated failures: " + Wording.list(names) + ".";
        }
        List<String> unpruned = Degradation.unpruned(draft, part);
        if (!unpruned.isEmpty()) {
            details.put("pruneIncomplete", unpruned);
            message += " Objects of an older revision are left on: " + Wording.list(unpruned) + ".";
        }
        StageRun moved = StageMoves.move(
                draft, run, part, StageCause.GatesOpen, new Why(AuditReason.GatesOpen, message, Actor.SYSTEM, details));
        var monitor = moved.settings().monitorFor();
        boolean watched = monitor.always() || !monitor.duration().isZero();
        Instant until = monitor.always() || !watched ? null : draft.now().plus(monitor.duration());
        StageMoves.replace(draft, run, moved.succeeded(until, watched, draft.now()));
        Track.succeeded(draft, part.stage(), run.revision(), run.number());
    }
}
