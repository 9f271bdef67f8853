package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.PruneStatus.State;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.TargetStory;
import io.sternway.promotion.domain.rules.Deadline;
import io.sternway.promotion.domain.rules.targets.TargetRules;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks for the removal of what snapshots no longer have, and ends it (K5). */
public final class PruneTargets {

    private PruneTargets() {}

    /** Asks for the prunes that may be done now, and ends those whose deadline has passed. */
    public static void prune(Draft draft) {
        for (StageSettings stage : draft.settings().stages()) {
            prune(draft, stage.name());
        }
    }

    private static void prune(Draft draft, String stage) {
        Map<Duration, Map<String, Long>> epochsByDeadline = new TreeMap<>();
        for (Target target : draft.targetsOf(stage)) {
            if (target.prune().state() == State.NotRequested && TargetRules.mayPrune(draft, target)) {
                Duration deadline = target.desired().progressDeadline();
                epochsByDeadline
                        .computeIfAbsent(deadline, none -> new TreeMap<>())
                        .put(target.cluster(), target.desired().epoch());
                draft.put(target.withPrune(new PruneStatus(State.Requested, draft.now(), deadline, null)));
            } else {
                expire(draft, target);
            }
        }
        epochsByDeadline.forEach((deadline, epochs) ->
                draft.effect(new Effect.Prune(draft.ref().commandId("prune", epochs), stage, deadline, epochs)));
    }

    private static void expire(Draft draft, Target target) {
        PruneStatus prune = target.prune();
        Instant requested = prune.requestedAt();
        if (prune.state() != State.Requested || requested == null) {
            return;
        }
        Deadline deadline = Deadline.strict(draft, target.cluster(), requested, prune.deadline());
        draft.lookAgain(deadline.again());
        if (deadline.passed()) {
            end(draft, target, State.Incomplete, "nothing was heard of the prune within its deadline");
        }
    }

    /** Ends the prune of a target that the executor has said to have ended. */
    static void heed(Draft draft, Target target, DeploymentFact answer) {
        PruneStatus before = target.prune();
        if (answer.prune() == PruneState.Done && before.state() != State.Done) {
            end(draft, target, State.Done, answer.pruneMessage());
        } else if (answer.prune() == PruneState.Failed && !before.ended()) {
            end(draft, target, State.Incomplete, answer.pruneMessage());
        }
    }

    private static void end(Draft draft, Target target, State how, @Nullable String message) {
        PruneStatus before = target.prune();
        Target after = target.withPrune(new PruneStatus(how, before.requestedAt(), before.deadline(), message));
        draft.put(after);
        draft.tell(TargetStory.pruneEnded(after));
    }
}
