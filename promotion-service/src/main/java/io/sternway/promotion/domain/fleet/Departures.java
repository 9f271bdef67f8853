package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.StageMoves;
import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.DeploymentFact.Answer;
import io.sternway.promotion.domain.target.Desired;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import io.sternway.promotion.domain.target.TargetPhase;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clusters that leave are released with a record: what was applied stays, and is ours no longer (R6). */
public final class Departures {

    private Departures() {}

    /** Asks the executor to release those that no stage matches any more, and drops members that left before their wave. */
    public static void leave(Draft draft, Inventory inventory) {
        List<Target> leaving = new ArrayList<>();
        for (Target target : draft.targets()) {
            Map<String, String> labels = inventory.current().clusters().get(target.cluster());
            boolean gone = labels == null || Membership.stageOf(draft, target.cluster(), labels) == null;
            if (gone && target.desired().purpose() != Purpose.Release) {
                leaving.add(target);
            }
        }
        if (!leaving.isEmpty()) {
            release(draft, leaving);
        }
        undispatched(draft, inventory);
    }

    private static void release(Draft draft, List<Target> leaving) {
        Map<String, Long> epochs = new TreeMap<>();
        leaving.forEach(target -> epochs.put(target.cluster(), draft.nextEpoch()));
        long first = epochs.values().stream().min(Long::compare).orElseThrow();
        String command = draft.ref().commandId("release", first);
        Duration deadline = leaving.get(0).desired().progressDeadline();
        draft.effect(new Effect.Release(command, deadline, epochs));
        for (Target target : leaving) {
            release(draft, target, epochs.getOrDefault(target.cluster(), first), command, deadline);
        }
    }

    private static void release(Draft draft, Target target, long epoch, String command, Duration deadline) {
        Desired last = target.desired();
        Desired released = new Desired(
                epoch,
                Purpose.Release,
                last.revision(),
                last.snapshot(),
                last.labels(),
                null,
                null,
                command,
                draft.now(),
                draft.now(),
                deadline,
                Duration.ZERO,
                1,
                last.returns(),
                false,
                false);
        draft.put(target.dispatched(released, target.stage(), null));
        dropMember(draft, target.stage(), target.cluster());
        draft.audit(
                        AuditType.TargetReleasing,
                        AuditKind.target,
                        AuditReason.Left,
                        "Cluster " + target.cluster() + " left stage " + target.stage()
                                + " and is released; it keeps what it has.")
                .revision(last.revision())
                .run(last.run())
                .stage(target.stage())
                .cluster(target.cluster())
                .from(target.phase())
                .to(TargetPhase.Releasing)
                .with("epoch", epoch)
                .record();
    }

    /** A member that left the stage before its wave came does not get the run's revision any more. */
    private static void undispatched(Draft draft, Inventory inventory) {
        for (Stage stage : draft.stages()) {
            Owner owner = draft.owner(stage.name()).orElse(null);
            if (owner == null || !owner.part().phase().active()) {
                continue;
            }
            for (String member : owner.part().members()) {
                Target target = draft.target(member);
                boolean dispatched =
                        target != null && target.deployedBy(owner.run().number(), stage.name());
                if (!dispatched && !Membership.matches(draft, inventory, stage.name(), member)) {
                    dropMember(draft, stage.name(), member);
                    draft.audit(
                                    AuditType.TargetCancelled,
                                    AuditKind.target,
                                    AuditReason.Left,
                                    "Cluster " + member + " left stage " + stage.name() + " before revision "
                                            + owner.run().revision() + " was sent to it.")
                            .revision(owner.run().revision())
                            .run(owner.run().number())
                            .stage(stage.name())
                            .cluster(member)
                            .record();
                }
            }
        }
    }

    /** The run that is responsible for a stage counts with a cluster no longer. */
    static void dropMember(Draft draft, String stage, String cluster) {
        draft.owner(stage)
                .filter(owner -> owner.part().members().contains(cluster))
                .ifPresent(owner ->
                        StageMoves.replace(draft, owner.run(), owner.part().without(cluster)));
    }

    /** A target that is being released goes when the executor says so, or when its deadline passes without a word. */
    public static void judge(Draft draft, Target target) {
        DeploymentFact answer = target.answer();
        Desired desired = target.desired();
        if (answer != null && answer.answer() == Answer.Released) {
            end(draft, target, AuditType.TargetReleaseCompleted, AuditReason.Released, "is released.");
        } else if (answer != null && answer.answer() == Answer.ReleaseFailed) {
            end(
                    draft,
                    target,
                    AuditType.TargetReleaseIncomplete,
                    AuditReason.ReleaseFailed,
                    "is forgotten, but our marks on its objects could not be removed: "
                            + (answer.message() == null ? "no reason was given" : answer.message()) + ".");
        } else {
            Instant due = desired.clockFrom().plus(desired.progressDeadline());
            if (due.isAfter(draft.now())) {
                draft.dueAt(due);
            } else {
                end(
                        draft,
                        target,
                        AuditType.TargetReleaseIncomplete,
                        AuditReason.NoEvidence,
                        "is forgotten; it did not answer, so that our marks on its objects may still be there.");
            }
        }
    }

    private static void end(Draft draft, Target target, AuditType type, AuditReason reason, String what) {
        draft.remove(target);
        draft.audit(type, AuditKind.target, reason, "Cluster " + target.cluster() + " " + what)
                .revision(target.desired().revision())
                .stage(target.stage())
                .cluster(target.cluster())
                .from(TargetPhase.Releasing)
                .with("epoch", target.desired().epoch())
                .record();
    }
}
