package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.Gate.Kind;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.Wording;
import io.sternway.promotion.domain.rules.Deadline;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.fleet.Freshness;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import io.sternway.promotion.domain.rules.targets.HealthySince;
import io.sternway.vocabulary.AuditReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a stage must have before it goes on (R7, R10, R14, K5): one list, which moves act on and REST shows. A new kind of
 * gate is a kind in {@link Kind} and a method here.
 *
 * @param all open ones too, in the order of their kinds
 * @param again when to look again, as long as one of them is shut
 */
public record StageGates(List<Gate> all, LookAgain again) {

    public StageGates {
        all = List.copyOf(all);
    }

    /** Those of every stage of the newest run that has not ended, in the order of the stages. */
    public static List<Gate> ofNewestRun(Situation situation) {
        Run run = situation.run(situation.newestRun());
        List<Gate> gates = new ArrayList<>();
        if (run != null) {
            StageRun before = null;
            for (StageRun part : run.stages()) {
                gates.addAll(of(situation, run, part, before));
                before = part;
            }
        }
        return gates;
    }

    private static List<Gate> of(Situation situation, Run run, StageRun part, @Nullable StageRun before) {
        if (part.phase() == StagePhase.Pending) {
            return List.of(beforeItStarts(part, before));
        }
        if (part.phase() == StagePhase.RollingBack) {
            return List.of(rollback(situation, part));
        }
        return part.phase().active() ? of(situation, run, part).all() : List.of();
    }

    /** Those of a stage that is being deployed. */
    public static StageGates of(Situation situation, Run run, StageRun part) {
        return new Active(situation, run, part).gates();
    }

    /** Every gate is open. */
    public boolean open() {
        return shut().isEmpty();
    }

    /** Those that something is waited for at. */
    public List<Gate> shut() {
        return all.stream().filter(gate -> !gate.open()).toList();
    }

    /** A gate of one of these kinds is shut. */
    public boolean shut(Kind... kinds) {
        return shut().stream().anyMatch(gate -> List.of(kinds).contains(gate.kind()));
    }

    // ---- a stage that has not started, or goes back

    private static Gate beforeItStarts(StageRun part, @Nullable StageRun before) {
        if (part.reason() != null) {
            AuditReason reason = AuditReason.valueOf(part.reason());
            Kind kind = reason == AuditReason.InventoryUnknown ? Kind.Inventory : Kind.Clusters;
            return shut(part, kind, List.of(), reason, Objects.requireNonNullElse(part.message(), ""));
        }
        String what = before == null ? "the inventory" : "stage " + before.stage() + " to succeed";
        AuditReason reason = before == null ? AuditReason.FirstStage : AuditReason.PreviousStageDone;
        return shut(part, Kind.PreviousStage, List.of(), reason, "Waits for " + what + ".");
    }

    private static Gate rollback(Situation situation, StageRun part) {
        List<String> waitsFor = situation.targetsOf(part.stage()).stream()
                .filter(t -> t.desired().rollback() != null && !t.isGivenUp())
                .filter(t -> !(t.soak().reached() && t.prune().ended()))
                .map(Target::cluster)
                .toList();
        String message = "Waits until every cluster is restored or given up.";
        return shut(part, Kind.Rollback, waitsFor, AuditReason.PolicyRollback, message);
    }

    private static Gate shut(StageRun part, Kind kind, List<String> waitsFor, AuditReason reason, String message) {
        return new Gate(part.stage(), kind, false, waitsFor, part.since(), null, reason, message);
    }

    // ---- a stage that is being deployed

    /** The gates of a stage while it is being deployed; asked once. */
    private static final class Active {
        private final Situation situation;
        private final StageRun part;
        private final List<String> undispatched = new ArrayList<>();
        private final List<Target> dispatched = new ArrayList<>();
        private final boolean soaked;
        private LookAgain again = LookAgain.NEVER;

        Active(Situation situation, Run run, StageRun part) {
            this.situation = situation;
            this.part = part;
            for (String member : part.members()) {
                Target target = situation.target(member);
                if (target == null || !target.deployedBy(run.number(), part.stage())) {
                    undispatched.add(member);
                } else if (!target.isGivenUp()) {
                    dispatched.add(target);
                }
            }
            this.soaked = undispatched.isEmpty()
                    && dispatched.stream().allMatch(t -> t.soak().soaked());
        }

        StageGates gates() {
            List<Gate> gates = List.of(slots(), healthy(), steady(), soak(), delay(), prune(), fresh());
            return new StageGates(gates, again);
        }

        private Gate slots() {
            return gate(
                    Kind.Slots,
                    undispatched,
                    part.since(),
                    null,
                    AuditReason.Wave,
                    "Waits for a free slot of maxConcurrency.");
        }

        private Gate healthy() {
            List<String> unhealthy = names(t -> !t.soak().soaked() && !t.ready());
            return gate(
                    Kind.Healthy,
                    unhealthy,
                    part.since(),
                    null,
                    AuditReason.NotAllHealthy,
                    "Waits for clusters to become healthy.");
        }

        /** H16: the time of health goes on meanwhile, only the stage is not left. */
        private Gate steady() {
            return gate(
                    Kind.Steady,
                    names(Target::changing),
                    part.since(),
                    null,
                    AuditReason.NotAllHealthy,
                    "Waits until nothing changes any more on clusters that are healthy.");
        }

        private Gate soak() {
            List<Target> soaking = dispatched.stream()
                    .filter(t -> t.ready() && !t.soak().soaked())
                    .toList();
            Duration soak = part.settings().rollout().minSuccessTime();
            return gate(
                    Kind.Soak,
                    soaking.stream().map(Target::cluster).toList(),
                    latest(soaking, t -> HealthySince.of(situation, t)),
                    latest(soaking, this::soakEnds),
                    AuditReason.AllHealthy,
                    "Waits until each was healthy for " + Wording.duration(soak) + ".");
        }

        private @Nullable Instant soakEnds(Target target) {
            Instant since = HealthySince.of(situation, target);
            return since == null
                    ? null
                    : Deadline.of(
                                    situation,
                                    target.cluster(),
                                    since,
                                    target.desired().minSuccessTime())
                            .at();
        }

        /** R10: it runs from when the last of the targets had soaked. */
        private Gate delay() {
            Duration delay = part.settings().delay();
            Instant since = allSoakedAt();
            boolean open = soaked || delay.isZero();
            Instant opensAt = null;
            if (soaked && since != null) {
                List<Deadline> waits = dispatched.stream()
                        .map(t -> Deadline.of(situation, t.cluster(), since, delay))
                        .toList();
                waits.forEach(wait -> again = again.and(wait.again()));
                open = waits.stream().allMatch(Deadline::passed);
                opensAt = open ? null : latest(waits, Deadline::at);
            }
            return new Gate(
                    part.stage(),
                    Kind.Delay,
                    open,
                    List.of(),
                    soaked ? since : null,
                    opensAt,
                    AuditReason.AllSoaked,
                    "Waits for the delay of " + Wording.duration(delay) + ".");
        }

        private @Nullable Instant allSoakedAt() {
            return dispatched.stream()
                    .map(t -> t.soak().soakedAt())
                    .filter(Objects::nonNull)
                    .max(Instant::compareTo)
                    .orElse(null);
        }

        private Gate prune() {
            return gate(
                    Kind.Prune,
                    names(t -> t.soak().soaked() && !t.prune().ended()),
                    allSoakedAt(),
                    null,
                    AuditReason.PruneIncomplete,
                    "Waits until objects of older revisions are removed.");
        }

        private Gate fresh() {
            List<String> stale = new ArrayList<>();
            for (Target target : dispatched) {
                if (target.ready() && !Freshness.fresh(situation.cluster(target.cluster()), situation.now())) {
                    stale.add(target.cluster());
                    if (soaked) {
                        again = again.and(HealthySince.nextReport(situation, target.cluster()));
                    }
                }
            }
            return gate(
                    Kind.Fresh, stale, null, null, AuditReason.Unknown, "Waits for a fresh report of each cluster.");
        }

        private Gate gate(
                Kind kind,
                List<String> waitsFor,
                @Nullable Instant since,
                @Nullable Instant opensAt,
                AuditReason reason,
                String message) {
            boolean open = waitsFor.isEmpty();
            return new Gate(part.stage(), kind, open, waitsFor, since, open ? null : opensAt, reason, message);
        }

        private List<String> names(Predicate<Target> which) {
            return dispatched.stream().filter(which).map(Target::cluster).toList();
        }
    }

    /** The latest of them; absent if one is. */
    private static <T> @Nullable Instant latest(List<T> waits, Function<T, @Nullable Instant> time) {
        Instant latest = null;
        for (T wait : waits) {
            Instant at = time.apply(wait);
            if (at == null) {
                return null;
            }
            latest = latest == null || at.isAfter(latest) ? at : latest;
        }
        return latest;
    }
}
