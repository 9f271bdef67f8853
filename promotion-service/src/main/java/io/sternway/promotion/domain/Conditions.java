package io.sternway.promotion.domain;

import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.fleet.Freshness;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.run.RunOutcome;
import io.sternway.promotion.domain.stage.StageMoves;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.PruneStatus;
import io.sternway.promotion.domain.target.Target;
import io.sternway.promotion.domain.target.TargetPhase;
import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The conditions beside the phases of stages and runs; each keeps the time of its last change. */
final class Conditions {

    private Conditions() {}

    /** Computes them anew, at the end of a decision. */
    static void renew(Draft draft) {
        for (Run run : draft.runs()) {
            for (StageRun part : run.stages()) {
                Optional<Owner> owner =
                        draft.owner(part.stage()).filter(o -> o.run().number() == run.number());
                List<Condition> conditions = part.phase() == StagePhase.Pending || owner.isPresent()
                        ? stage(draft, part)
                        : part.conditions();
                if (!conditions.equals(part.conditions())) {
                    StageMoves.replace(draft, run, part.with(conditions));
                }
            }
        }
        for (Run run : draft.runs()) {
            List<Condition> conditions = run(draft, run);
            if (!conditions.equals(run.conditions())) {
                draft.put(run.with(conditions));
            }
        }
    }

    private static List<Condition> stage(Draft draft, StageRun part) {
        List<Target> targets = draft.targetsOf(part.stage());
        List<String> degraded = names(targets, Conditions::degraded);
        List<String> unwell = names(targets, t -> t.phase() != TargetPhase.Healthy);
        List<String> stale = part.phase().active()
                ? names(targets, t -> t.ready() && !Freshness.fresh(draft.cluster(t.cluster()), draft.now()))
                : List.of();
        boolean progressing = part.phase().active() || part.phase() == StagePhase.RollingBack;
        boolean blocked = part.phase() == StagePhase.Pending && part.reason() != null;
        boolean back = part.phase() == StagePhase.RolledBack || part.phase() == StagePhase.PartiallyRolledBack;
        String message = part.message() == null ? "Its turn has not come." : part.message();
        List<Condition> next = new ArrayList<>();
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.Progressing,
                progressing,
                part.phase().name(),
                message);
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.Available,
                !targets.isEmpty() && unwell.isEmpty(),
                targets.isEmpty() ? "NoClusters" : unwell.isEmpty() ? "AllHealthy" : "NotAllHealthy",
                targets.isEmpty()
                        ? "No cluster holds anything of it."
                        : unwell.isEmpty() ? "Every cluster is healthy." : "Not healthy: " + Wording.list(unwell));
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.Degraded,
                !degraded.isEmpty(),
                degraded.isEmpty() ? "NothingFailing" : reason(targets),
                degraded.isEmpty()
                        ? "No cluster is failing."
                        : "Failing, given up, or not cleaned up: " + Wording.list(degraded));
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.Blocked,
                blocked,
                blocked && part.reason() != null ? part.reason() : "NotBlocked",
                blocked ? message : "Nothing blocks it.");
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.Stale,
                !stale.isEmpty(),
                stale.isEmpty() ? "Fresh" : "ReportsMissing",
                stale.isEmpty() ? "Reports are fresh." : "No fresh report of: " + Wording.list(stale));
        add(
                next,
                part.conditions(),
                draft.now(),
                Condition.Type.RolledBack,
                back,
                part.phase().name(),
                back ? message : "It was not rolled back.");
        return next;
    }

    private static boolean degraded(Target target) {
        return target.phase() == TargetPhase.Degraded
                || target.givenUp() != null
                || target.prune().state() == PruneStatus.State.Incomplete;
    }

    private static String reason(List<Target> targets) {
        boolean pruneOnly = targets.stream()
                .filter(Conditions::degraded)
                .allMatch(t -> t.phase() != TargetPhase.Degraded && t.givenUp() == null);
        return pruneOnly ? AuditReason.PruneIncomplete.name() : "TargetsFailing";
    }

    private static List<Condition> run(Draft draft, Run run) {
        List<String> passedOver = run.stages().stream()
                .filter(s -> s.phase() == StagePhase.Failed)
                .map(StageRun::stage)
                .toList();
        boolean back = run.outcome() == RunOutcome.RolledBack || run.outcome() == RunOutcome.PartiallyRolledBack;
        String outcome = run.outcome() == null ? "InFlight" : run.outcome().name();
        List<Condition> next = new ArrayList<>();
        add(
                next,
                run.conditions(),
                draft.now(),
                Condition.Type.Progressing,
                run.inFlight(),
                outcome,
                run.inFlight() ? "The run is in flight." : "The run has ended.");
        add(
                next,
                run.conditions(),
                draft.now(),
                Condition.Type.Degraded,
                !passedOver.isEmpty(),
                passedOver.isEmpty() ? "NothingFailing" : "StagesFailed",
                passedOver.isEmpty()
                        ? "No stage was passed over."
                        : "Failed and passed over: " + Wording.list(passedOver));
        add(
                next,
                run.conditions(),
                draft.now(),
                Condition.Type.RolledBack,
                back,
                outcome,
                back ? "What the run brought was put back." : "Nothing was put back.");
        return next;
    }

    private static List<String> names(List<Target> targets, Predicate<Target> which) {
        return targets.stream().filter(which).map(Target::cluster).toList();
    }

    private static void add(
            List<Condition> next,
            List<Condition> before,
            Instant now,
            Condition.Type type,
            boolean status,
            String reason,
            String message) {
        Instant since = before.stream()
                .filter(c -> c.type() == type && c.status() == status)
                .map(Condition::lastTransitionTime)
                .findFirst()
                .orElse(now);
        next.add(new Condition(type, status, reason, message, since));
    }
}
