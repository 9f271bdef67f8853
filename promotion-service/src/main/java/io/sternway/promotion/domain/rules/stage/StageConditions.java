package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.narration.Wording;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** The conditions beside the phases of stages and runs; each keeps the time of its last change. */
public final class StageConditions {
    private final List<Condition> before;
    private final Instant now;
    private final List<Condition> next = new ArrayList<>();

    private StageConditions(List<Condition> before, Instant now) {
        this.before = before;
        this.now = now;
    }

    /** Those of a stage that its run is responsible for, or that has not started. */
    public static List<Condition> of(Situation situation, Run run, StageRun part) {
        StageConditions conditions = new StageConditions(part.conditions(), situation.now());
        StagePhase phase = part.phase();
        String message = Objects.requireNonNullElse(part.message(), "Its turn has not come.");
        String blocked = phase == StagePhase.Pending ? part.reason() : null;
        List<Target> targets = situation.targetsOf(part.stage());
        conditions.add(Condition.Type.Progressing, phase.busy(), phase.name(), message);
        conditions.available(targets);
        conditions.degraded(targets);
        conditions.add(
                Condition.Type.Blocked,
                blocked != null,
                Objects.requireNonNullElse(blocked, "NotBlocked"),
                blocked == null ? "Nothing blocks it." : message);
        conditions.stale(situation, run, part);
        conditions.add(
                Condition.Type.RolledBack,
                phase.wentBack(),
                phase.name(),
                phase.wentBack() ? message : "It was not rolled back.");
        return conditions.next;
    }

    /** Those of a run. */
    public static List<Condition> of(Situation situation, Run run) {
        StageConditions conditions = new StageConditions(run.conditions(), situation.now());
        List<String> passedOver = run.stages().stream()
                .filter(s -> s.phase() == StagePhase.Failed)
                .map(StageRun::stage)
                .toList();
        boolean back = run.outcome() == RunOutcome.RolledBack || run.outcome() == RunOutcome.PartiallyRolledBack;
        String outcome = run.outcome() == null ? "InFlight" : run.outcome().name();
        conditions.add(
                Condition.Type.Progressing,
                run.inFlight(),
                outcome,
                run.inFlight() ? "The run is in flight." : "The run has ended.");
        conditions.named(
                Condition.Type.Degraded,
                passedOver,
                "NothingFailing",
                "No stage was passed over.",
                "StagesFailed",
                "Failed and passed over: ");
        conditions.add(
                Condition.Type.RolledBack,
                back,
                outcome,
                back ? "What the run brought was put back." : "Nothing was put back.");
        return conditions.next;
    }

    private void available(List<Target> targets) {
        List<String> unwell = names(targets, t -> t.phase() != TargetPhase.Healthy);
        if (targets.isEmpty()) {
            add(Condition.Type.Available, false, "NoClusters", "No cluster holds anything of it.");
        } else if (unwell.isEmpty()) {
            add(Condition.Type.Available, true, AuditReason.AllHealthy.name(), "Every cluster is healthy.");
        } else {
            add(
                    Condition.Type.Available,
                    false,
                    AuditReason.NotAllHealthy.name(),
                    "Not healthy: " + Wording.list(unwell));
        }
    }

    private void degraded(List<Target> targets) {
        boolean pruneOnly = targets.stream().noneMatch(StageConditions::failing);
        named(
                Condition.Type.Degraded,
                names(targets, t -> failing(t) || t.prune().state() == PruneStatus.State.Incomplete),
                "NothingFailing",
                "No cluster is failing.",
                pruneOnly ? AuditReason.PruneIncomplete.name() : "TargetsFailing",
                "Failing, given up, or not cleaned up: ");
    }

    private static boolean failing(Target target) {
        return target.phase() == TargetPhase.Degraded || target.givenUp() != null;
    }

    private void stale(Situation situation, Run run, StageRun part) {
        List<String> stale = part.phase().active()
                ? StageGates.of(situation, run, part).shut().stream()
                        .filter(gate -> gate.kind() == Gate.Kind.Fresh)
                        .flatMap(gate -> gate.waitsFor().stream())
                        .toList()
                : List.of();
        named(Condition.Type.Stale, stale, "Fresh", "Reports are fresh.", "ReportsMissing", "No fresh report of: ");
    }

    /** It holds if there are some, and names them. */
    private void named(
            Condition.Type type, List<String> names, String noReason, String noMessage, String reason, String message) {
        boolean some = !names.isEmpty();
        add(type, some, some ? reason : noReason, some ? message + Wording.list(names) : noMessage);
    }

    private void add(Condition.Type type, boolean status, String reason, String message) {
        Instant since = before.stream()
                .filter(c -> c.type() == type && c.status() == status)
                .map(Condition::lastTransitionTime)
                .findFirst()
                .orElse(now);
        next.add(new Condition(type, status, reason, message, since));
    }

    private static List<String> names(List<Target> targets, Predicate<Target> which) {
        return targets.stream().filter(which).map(Target::cluster).toList();
    }
}
