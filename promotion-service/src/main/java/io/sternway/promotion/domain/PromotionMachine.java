package io.sternway.promotion.domain;

import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Input;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.moves.AcceptDocument;
import io.sternway.promotion.domain.moves.AdvanceStage;
import io.sternway.promotion.domain.moves.Draft;
import io.sternway.promotion.domain.moves.EndRuns;
import io.sternway.promotion.domain.moves.FailStage;
import io.sternway.promotion.domain.moves.FollowRollback;
import io.sternway.promotion.domain.moves.HeedAnswers;
import io.sternway.promotion.domain.moves.JudgeTargets;
import io.sternway.promotion.domain.moves.MergeFact;
import io.sternway.promotion.domain.moves.MoveClusters;
import io.sternway.promotion.domain.moves.PruneTargets;
import io.sternway.promotion.domain.moves.RepeatTargets;
import io.sternway.promotion.domain.moves.Tidy;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The one decision about a promotion: what came is taken in first, the phases then follow from the records (A3). Pure: the
 * same arguments give the same decision, but for the epochs drawn.
 */
public final class PromotionMachine {
    private static final int MOST_PASSES = 200;

    private PromotionMachine() {}

    /**
     * Takes in what came and does everything that is legal now.
     *
     * @param state the promotion as stored, under its lock; an unborn one before its first request
     * @param inputs requests and facts in the order of receipt; none when it is only time that passed
     * @param fleet the clusters as known now
     * @param now the database's clock
     * @param epochs the database's sequence: each call gives a higher number than any before
     */
    public static Decision decide(
            Promotion state, List<Input> inputs, FleetView fleet, Instant now, LongSupplier epochs) {
        Draft draft = new Draft(state, fleet, now, epochs);
        draft.targets().forEach(target -> HeedAnswers.heed(draft, target));
        inputs.forEach(input -> take(draft, input, true));
        int pass = 0;
        do {
            draft.beginPass();
            pass(draft);
            if (++pass > MOST_PASSES) {
                throw new IllegalStateException("no decision after " + MOST_PASSES + " passes about " + state.ref());
            }
        } while (draft.changed());
        Tidy.tidy(draft);
        return draft.finish();
    }

    /**
     * Takes in what came and decides nothing: what is left to do when a decision failed, so that no request and no fact is
     * lost. What they cause by themselves follows with the next decision.
     *
     * @param state the promotion as stored, under its lock
     * @param inputs requests and facts in the order of receipt
     * @param fleet the clusters as known now
     * @param now the database's clock
     */
    public static Decision takeIn(Promotion state, List<Input> inputs, FleetView fleet, Instant now) {
        Draft draft = new Draft(state, fleet, now, () -> {
            throw new IllegalStateException("taking in draws no epoch");
        });
        inputs.forEach(input -> take(draft, input, false));
        return draft.finish();
    }

    private static void take(Draft draft, Input input, boolean heed) {
        draft.causedBy(input.event());
        if (input instanceof Document document) {
            AcceptDocument.accept(draft, document);
        } else if (input instanceof Fact fact) {
            MergeFact.merge(draft, fact, heed);
        } else {
            throw new IllegalStateException(
                    "no move takes a " + input.getClass().getName());
        }
    }

    /** One pass over everything; repeated until nothing changes. The order matters: failures before progress (R7). */
    private static void pass(Draft draft) {
        MoveClusters.move(draft);
        EndRuns.supersede(draft);
        JudgeTargets.judge(draft);
        FailStage.failStages(draft);
        PruneTargets.prune(draft);
        for (Target known : draft.targets()) {
            JudgeTargets.completeRestoration(draft, known);
            Target target = draft.target(known.cluster());
            RepeatTargets.repeat(draft, target == null ? known : target);
        }
        draft.rollbacks().forEach(rollback -> FollowRollback.follow(draft, rollback));
        EndRuns.conclude(draft);
        AdvanceStage.advance(draft);
        EndRuns.conclude(draft);
    }
}
