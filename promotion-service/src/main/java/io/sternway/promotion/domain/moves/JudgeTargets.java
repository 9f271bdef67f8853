package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.narration.TargetStory;
import io.sternway.promotion.domain.rules.targets.TargetJudgement;
import io.sternway.promotion.domain.rules.targets.TargetJudgement.Judgement;
import io.sternway.promotion.domain.rules.targets.TargetRules;
import org.jspecify.annotations.Nullable;

/** Gives targets up, lets them soak, and says once how each stands. */
public final class JudgeTargets {

    private JudgeTargets() {}

    /** Judges every target. */
    public static void judge(Draft draft) {
        draft.targets().forEach(target -> judge(draft, target.cluster()));
    }

    static void judge(Draft draft, String cluster) {
        @Nullable Target target = draft.target(cluster);
        if (target == null) {
            return;
        }
        if (target.desired().purpose() == Purpose.Release) {
            ReleaseClusters.judge(draft, target);
            return;
        }
        Judgement judgement = TargetJudgement.judge(draft, target, TargetRules.awaited(draft, target));
        draft.lookAgain(judgement.again());
        Target judged = judgement.target();
        switch (judgement.turn()) {
            case Stands -> {
                if (!judged.equals(target)) {
                    draft.put(judged);
                }
                announce(draft, judged);
            }
            case RecoveredLate -> {
                draft.put(judged);
                draft.tell(TargetStory.lateRecovery(target));
            }
            case Restored -> restored(draft, judged);
        }
    }

    /** Records the target's phase if it changed since the last time. */
    private static void announce(Draft draft, Target target) {
        TargetPhase phase = TargetRules.phase(target);
        if (phase != target.phase()) {
            draft.put(target.withPhase(phase));
            draft.tell(TargetStory.stands(target, phase));
        }
    }

    /** R20: a target that was tried again has become healthy, and its prune has ended: it is owed no longer. */
    public static void completeRestoration(Draft draft, Target target) {
        if (target.givenUp() != null
                && !target.isGivenUp()
                && target.soak().reached()
                && target.prune().ended()) {
            restored(draft, target);
        }
    }

    private static void restored(Draft draft, Target target) {
        draft.put(target.withGivenUp(null).withPhase(TargetPhase.Healthy));
        draft.tell(TargetStory.restored(target));
    }
}
