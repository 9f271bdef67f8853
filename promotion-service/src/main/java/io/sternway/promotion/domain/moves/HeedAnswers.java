package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import java.util.HashSet;
import java.util.Set;

/**
 * What the executor's word about a target causes by itself, whatever the phase: an end of its prune is recorded, and an
 * unknown snapshot published again (X7). Derived from the records, so that it happens once, also when the word was merged
 * by a decision that threw.
 */
public final class HeedAnswers {
    /** Noticed: an answer that named an unknown snapshot. */
    private static final String UNKNOWN = "snapshot-unknown:";

    private HeedAnswers() {}

    /** Does what the newest word about what is desired now asks for. */
    public static void heed(Draft draft, Target target) {
        DeploymentFact answer = target.answer();
        if (answer == null || target.desired().purpose() == Purpose.Release) {
            return;
        }
        if (answer.answer() == Answer.SnapshotUnknown && draft.notice(unknown(target, answer))) {
            draft.effect(new Effect.PublishSnapshot(
                    target.stage(),
                    target.desired().revision(),
                    target.desired().snapshot(),
                    target.cluster(),
                    answer.epoch()));
        }
        PruneTargets.heed(draft, target, answer);
    }

    /** Forgets which answers were heeded when there are newer ones. */
    static void tidy(Draft draft) {
        Set<String> current = new HashSet<>();
        for (Target target : draft.targets()) {
            DeploymentFact answer = target.answer();
            if (answer != null && answer.answer() == Answer.SnapshotUnknown) {
                current.add(unknown(target, answer));
            }
        }
        for (String noticed : draft.noticed()) {
            if (noticed.startsWith(UNKNOWN) && !current.contains(noticed)) {
                draft.unnotice(noticed);
            }
        }
    }

    private static String unknown(Target target, DeploymentFact answer) {
        return UNKNOWN + target.cluster() + "/" + answer.epoch() + "/" + answer.sequence();
    }
}
