package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Gate.Kind;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.moves.Dispatch.Addressee;
import io.sternway.promotion.domain.moves.Dispatch.Order;
import io.sternway.promotion.domain.narration.StageStory;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.stage.RolloutPlanner;
import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Candidate;
import io.sternway.promotion.domain.rules.stage.RolloutPlanner.Standing;
import io.sternway.promotion.domain.rules.stage.StageCause;
import io.sternway.promotion.domain.rules.stage.StageFailure;
import io.sternway.promotion.domain.rules.stage.StageGates;
import io.sternway.promotion.domain.rules.stage.StageTransitions;
import io.sternway.settings.StageSettings.MonitorFor;
import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes the newest run through its stages: one after the other, wave after wave, gate after gate (R7, R10, R14). */
public final class AdvanceStage {

    private AdvanceStage() {}

    /** The first stage that is not done is started, or brought forward. */
    public static void advance(Draft draft) {
        Run newest = draft.run(draft.newestRun());
        if (newest != null && newest.inFlight() && newest.failedStage() == null) {
            newest.next().ifPresent(part -> advance(draft, newest, part));
        }
    }

    private static void advance(Draft draft, Run run, StageRun part) {
        if (part.phase() == StagePhase.Pending) {
            StartStage.start(draft, run, part);
        } else if (part.phase().active()) {
            deploy(draft, run, part);
        }
    }

    /** Sends the next wave, and derives the phase from the gates. */
    static void deploy(Draft draft, Run run, StageRun part) {
        if (part.members().isEmpty()) {
            StartStage.emptied(draft, run, part);
            return;
        }
        if (StageFailure.of(draft, run, part).isPresent()) {
            return;
        }
        List<Candidate> candidates = part.members().stream()
                .map(member -> new Candidate(member, standing(run, part, draft.target(member))))
                .toList();
        dispatch(draft, run, part, RolloutPlanner.start(part.settings().rollout(), candidates));
        settle(draft, run, part);
    }

    private static Standing standing(Run run, StageRun part, @Nullable Target target) {
        if (target == null || !target.deployedBy(run.number(), part.stage())) {
            return Standing.Waiting;
        }
        return target.isGivenUp() || target.soak().soaked() ? Standing.Settled : Standing.InFlight;
    }

    private static void dispatch(Draft draft, Run run, StageRun part, List<String> clusters) {
        Inventory inventory = draft.inventory();
        if (inventory == null) {
            return;
        }
        List<Addressee> wave = new ArrayList<>();
        for (String cluster : clusters) {
            Map<String, String> labels = inventory.current().clusters().get(cluster);
            if (labels != null) {
                JoinClusters.moved(draft, cluster, part.stage(), run.revision());
                wave.add(Addressee.first(cluster, labels, draft.now()));
            }
        }
        Order order = new Order(
                Purpose.Deploy, part.stage(), run.revision(), run.number(), null, part.settings(), AuditReason.Wave);
        Dispatch.send(draft, order, wave);
    }

    private static void settle(Draft draft, Run run, StageRun part) {
        StageGates gates = StageGates.of(draft, run, part);
        draft.lookAgain(gates.again());
        StageCause cause = cause(gates);
        StagePhase to = StageTransitions.next(part.phase(), cause).orElse(part.phase());
        if (to == part.phase()) {
            return;
        }
        if (cause == StageCause.GatesOpen) {
            succeed(draft, run, part);
            return;
        }
        Why why = switch (cause) {
            case NotAllHealthy -> StageStory.notAllHealthy(part);
            case AllHealthy -> StageStory.allHealthy(run, part);
            default -> StageStory.allSoaked(part, gates.shut());
        };
        MoveStage.move(draft, run, part, cause, why);
    }

    private static StageCause cause(StageGates gates) {
        if (gates.shut(Kind.Slots, Kind.Healthy)) {
            return StageCause.NotAllHealthy;
        }
        if (gates.shut(Kind.Soak)) {
            return StageCause.AllHealthy;
        }
        return gates.open() ? StageCause.GatesOpen : StageCause.AllSoaked;
    }

    private static void succeed(Draft draft, Run run, StageRun part) {
        List<String> failed = StageFailure.failed(draft, run, part).stream()
                .map(Target::cluster)
                .toList();
        Why why = StageStory.succeeded(run, part, failed, unpruned(draft, part));
        StageRun moved = MoveStage.move(draft, run, part, StageCause.GatesOpen, why);
        MonitorFor monitor = moved.settings().monitorFor();
        boolean watched = monitor.always() || !monitor.duration().isZero();
        Instant until = monitor.always() || !watched ? null : draft.now().plus(monitor.duration());
        MoveStage.replace(
                draft,
                run,
                moved.withSucceededAt(draft.now()).withMonitored(watched).withMonitoredUntil(until));
        MoveStable.succeeded(draft, part.stage(), run);
    }

    /** Members that hold objects of an older revision, since their prune did not end in time (K5). */
    private static List<String> unpruned(Draft draft, StageRun part) {
        return part.members().stream()
                .map(draft::target)
                .filter(Objects::nonNull)
                .filter(t -> t.prune().state() == PruneStatus.State.Incomplete)
                .map(Target::cluster)
                .toList();
    }
}
