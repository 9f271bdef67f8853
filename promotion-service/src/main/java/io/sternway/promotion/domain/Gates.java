package io.sternway.promotion.domain;

import io.sternway.promotion.domain.Gate.Kind;
import io.sternway.promotion.domain.fleet.Clock;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.fleet.FleetView;
import io.sternway.promotion.domain.fleet.Freshness;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.HealthFact;
import io.sternway.promotion.domain.target.Target;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each stage of the newest run waits for, and when it could go on: a view, computed when somebody asks. */
public final class Gates {

    private Gates() {}

    /** In the order of the stages; empty when nothing is waited for. */
    public static List<Gate> of(Promotion promotion, FleetView fleet, Instant now) {
        Run run = promotion.activeRun().orElse(null);
        List<Gate> gates = new ArrayList<>();
        if (run == null) {
            return gates;
        }
        StageRun before = null;
        for (StageRun part : run.stages()) {
            if (part.phase() == StagePhase.Pending) {
                gates.add(pending(part, before));
            } else if (part.phase().active()) {
                gates.addAll(active(promotion, fleet, run, part, now));
            } else if (part.phase() == StagePhase.RollingBack) {
                gates.add(rollingBack(promotion, part));
            }
            before = part;
        }
        return gates;
    }

    private static Gate pending(StageRun part, @Nullable StageRun before) {
        if (part.reason() != null) {
            Kind kind = AuditReason.InventoryUnknown.name().equals(part.reason()) ? Kind.Inventory : Kind.Clusters;
            return new Gate(part.stage(), kind, List.of(), null, Objects.requireNonNullElse(part.message(), ""));
        }
        String what = before == null ? "the inventory" : "stage " + before.stage() + " to succeed";
        return new Gate(part.stage(), Kind.PreviousStage, List.of(), null, "Waits for " + what + ".");
    }

    private static Gate rollingBack(Promotion promotion, StageRun part) {
        List<String> open = promotion.targets().values().stream()
                .filter(t -> t.stage().equals(part.stage()) && t.desired().rollback() != null)
                .filter(t -> !t.isGivenUp() && !(t.soak().reached() && t.prune().ended()))
                .map(Target::cluster)
                .toList();
        return new Gate(part.stage(), Kind.Rollback, open, null, "Waits until every cluster is restored or given up.");
    }

    private static List<Gate> active(Promotion promotion, FleetView fleet, Run run, StageRun part, Instant now) {
        List<String> undispatched = new ArrayList<>();
        List<String> unhealthy = new ArrayList<>();
        List<Target> soaking = new ArrayList<>();
        List<Target> soaked = new ArrayList<>();
        for (String member : part.members()) {
            Target target = promotion.targets().get(member);
            if (target == null || !target.deployedBy(run.number(), part.stage())) {
                undispatched.add(member);
            } else if (!target.isGivenUp()) {
                if (!target.ready()) {
                    unhealthy.add(member);
                } else {
                    (target.soak().soaked() ? soaked : soaking).add(target);
                }
            }
        }
        List<Gate> gates = new ArrayList<>();
        String stage = part.stage();
        if (!undispatched.isEmpty()) {
            gates.add(new Gate(stage, Kind.Slots, undispatched, null, "Waits for a free slot of maxConcurrency."));
        }
        if (!unhealthy.isEmpty()) {
            gates.add(new Gate(stage, Kind.Healthy, unhealthy, null, "Waits for clusters to become healthy."));
        }
        if (!soaking.isEmpty()) {
            Duration soak = part.settings().rollout().minSuccessTime();
            Instant opens = latest(soaking, t -> due(fleet, t, healthySince(fleet, t), soak, now));
            gates.add(new Gate(
                    stage, Kind.Soak, names(soaking), opens, "Waits until each was healthy for " + soak + "."));
        }
        boolean all = undispatched.isEmpty() && unhealthy.isEmpty() && soaking.isEmpty();
        Duration delay = part.settings().delay();
        if (all && !delay.isZero()) {
            Instant since = latest(soaked, t -> t.soak().soakedAt());
            Instant opens = since == null ? null : latest(soaked, t -> due(fleet, t, since, delay, now));
            if (opens == null || opens.isAfter(now)) {
                gates.add(new Gate(stage, Kind.Delay, List.of(), opens, "Waits for the delay of " + delay + "."));
            }
        }
        List<Target> unpruned = soaked.stream().filter(t -> !t.prune().ended()).toList();
        if (!unpruned.isEmpty()) {
            gates.add(new Gate(
                    stage, Kind.Prune, names(unpruned), null, "Waits until objects of older revisions are removed."));
        }
        List<Target> stale = soaked.stream()
                .filter(t -> !Freshness.fresh(fleet.clusters().get(t.cluster()), now))
                .toList();
        if (!stale.isEmpty()) {
            gates.add(new Gate(stage, Kind.Fresh, names(stale), null, "Waits for a fresh report of each cluster."));
        }
        return gates;
    }

    private static @Nullable Instant healthySince(FleetView fleet, Target target) {
        HealthFact verdict = target.verdict();
        ClusterView cluster = fleet.clusters().get(target.cluster());
        if (verdict == null || cluster == null || cluster.freshSince() == null) {
            return null;
        }
        return verdict.receivedAt().isAfter(cluster.freshSince()) ? verdict.receivedAt() : cluster.freshSince();
    }

    private static @Nullable Instant due(
            FleetView fleet, Target target, @Nullable Instant from, Duration duration, Instant now) {
        ClusterView cluster = fleet.clusters().get(target.cluster());
        return from == null || cluster == null
                ? null
                : Clock.of(fleet.partitions().get(cluster.partition()), now).due(from, duration);
    }

    /** The latest of them; absent if one is. */
    private static @Nullable Instant latest(List<Target> targets, Function<Target, @Nullable Instant> time) {
        Instant latest = null;
        for (Target target : targets) {
            Instant at = time.apply(target);
            if (at == null) {
                return null;
            }
            latest = latest == null || at.isAfter(latest) ? at : latest;
        }
        return latest;
    }

    private static List<String> names(List<Target> targets) {
        return targets.stream().map(Target::cluster).toList();
    }
}
