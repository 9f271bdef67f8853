package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.AuditDraft;
import io.sternway.promotion.domain.narration.FleetStory;
import io.sternway.promotion.domain.narration.TargetStory;
import io.sternway.promotion.domain.rules.Situation.Owner;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import io.sternway.promotion.domain.rules.stage.Membership;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Clusters that leave are released with a record: what was applied stays, and is ours no longer (R6). */
final class ReleaseClusters {

    private ReleaseClusters() {}

    /** Asks the executor to release those that no stage matches any more, and drops members that left before their wave. */
    static void leave(Draft draft, Inventory inventory) {
        Membership.leaving(draft, inventory).stream()
                .collect(Collectors.groupingBy(
                        target -> target.desired().progressDeadline(), TreeMap::new, Collectors.toList()))
                .forEach((deadline, leaving) -> release(draft, leaving, deadline));
        for (Stage stage : draft.stages()) {
            draft.owner(stage.name())
                    .filter(owner -> owner.part().phase().active())
                    .ifPresent(owner -> undispatched(draft, inventory, owner));
        }
    }

    private static void release(Draft draft, List<Target> leaving, Duration deadline) {
        Map<String, Long> epochs = new TreeMap<>();
        leaving.forEach(target -> epochs.put(target.cluster(), draft.nextEpoch()));
        String command = draft.ref().commandId(Purpose.Release.verb(), epochs);
        draft.effect(new Effect.Release(command, deadline, epochs));
        for (Target target : leaving) {
            long epoch = epochs.getOrDefault(target.cluster(), 0L);
            Desired released = released(draft, target.desired(), epoch, command, deadline);
            draft.put(target.dispatched(released, target.stage(), null));
            dropMember(draft, target.stage(), target.cluster());
            draft.tell(TargetStory.releasing(target, epoch));
        }
    }

    private static Desired released(Draft draft, Desired last, long epoch, String command, Duration deadline) {
        return new Desired(
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
                false,
                null);
    }

    /** A member that left the stage before its wave came does not get the run's revision any more. */
    private static void undispatched(Draft draft, Inventory inventory, Owner owner) {
        String stage = owner.part().stage();
        for (String member : owner.part().members()) {
            Target target = draft.target(member);
            boolean dispatched = target != null && target.deployedBy(owner.run().number(), stage);
            if (!dispatched && !Membership.matches(draft, inventory, stage, member)) {
                dropMember(draft, stage, member);
                draft.tell(FleetStory.leftBeforeItsWave(member, stage, owner.run()));
            }
        }
    }

    /** The run that is responsible for a stage counts with a cluster no longer. */
    static void dropMember(Draft draft, String stage, String cluster) {
        draft.owner(stage)
                .filter(owner -> owner.part().members().contains(cluster))
                .ifPresent(owner ->
                        MoveStage.replace(draft, owner.run(), owner.part().without(cluster)));
    }

    /** A target that is being released goes when the executor says so, or when its deadline passes without a word. */
    static void judge(Draft draft, Target target) {
        DeploymentFact answer = target.answer();
        Instant due = target.desired().clockFrom().plus(target.desired().progressDeadline());
        if (answer != null && answer.answer() == Answer.Released) {
            end(draft, target, TargetStory.released(target));
        } else if (answer != null && answer.answer() == Answer.ReleaseFailed) {
            end(draft, target, TargetStory.releaseFailed(target, answer.message()));
        } else if (due.isAfter(draft.now())) {
            draft.lookAgain(LookAgain.at(due));
        } else {
            end(draft, target, TargetStory.releaseUnanswered(target));
        }
    }

    private static void end(Draft draft, Target target, AuditDraft record) {
        draft.remove(target);
        draft.tell(record);
    }
}
