package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.targets.FactMerge;

/** Merges a fact into the target that it is about (A3); about a cluster that is no target (any more) it changes nothing. */
public final class MergeFact {

    private MergeFact() {}

    /**
     * Merges it.
     *
     * @param heed whether what it causes by itself is done, and the target judged, before the next fact
     */
    public static void merge(Draft draft, Fact fact, boolean heed) {
        Target target = draft.target(fact.cluster());
        if (target == null) {
            return;
        }
        Target merged = FactMerge.merge(target, fact, draft.now());
        if (!merged.equals(target)) {
            draft.put(merged);
        }
        if (heed) {
            HeedAnswers.heed(draft, merged);
            JudgeTargets.judge(draft, fact.cluster());
        }
    }
}
