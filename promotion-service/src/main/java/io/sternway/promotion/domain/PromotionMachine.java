package io.sternway.promotion.domain;

import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.fleet.Arrivals;
import io.sternway.promotion.domain.fleet.Departures;
import io.sternway.promotion.domain.fleet.FleetView;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.fleet.Membership;
import io.sternway.promotion.domain.revision.History;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.rollback.RollbackProgress;
import io.sternway.promotion.domain.run.Outcomes;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.Advance;
import io.sternway.promotion.domain.stage.Failure;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.target.Answers;
import io.sternway.promotion.domain.target.FactMerge;
import io.sternway.promotion.domain.target.Judge;
import io.sternway.promotion.domain.target.Pruning;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Repetition;
import io.sternway.promotion.domain.target.Restoration;
import io.sternway.promotion.domain.target.Target;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The one decision about a promotion: facts are merged first, the phases then follow from the records (architecture.md,
 * rule 3). Pure: the same arguments give the same decision, but for the epochs drawn.
 */
public final class PromotionMachine {

    private static final int MOST_PASSES = 200;

    private PromotionMachine() {}

    /**
     * Merges the facts and does everything that is legal now.
     *
     * @param state the promotion as stored, under its lock
     * @param facts news in the order of receipt; none when it is only time that passed
     * @param fleet the clusters as known now
     * @param now the database's clock
     * @param epochs the database's sequence: each call gives a higher number than any before
     */
    public static Decision decide(
            Promotion state, List<Fact> facts, FleetView fleet, Instant now, LongSupplier epochs) {
        Draft draft = new Draft(state, fleet, now, epochs);
        List.copyOf(draft.targets()).forEach(target -> Answers.heed(draft, target));
        for (Fact fact : facts) {
            draft.cause(fact.event());
            FactMerge.merge(draft, fact);
            heed(draft, fact.cluster());
        }
        int pass = 0;
        do {
            draft.beginPass();
            pass(draft);
            if (++pass > MOST_PASSES) {
                throw new IllegalStateException("no decision after " + MOST_PASSES + " passes about " + state.ref());
            }
        } while (draft.changed());
        tidy(draft);
        return draft.finish();
    }

    /**
     * Merges the facts and decides nothing: what is left to do when a decision failed, so that no fact is lost. What the
     * facts cause by themselves follows with the next decision.
     *
     * @param state the promotion as stored, under its lock
     * @param facts news in the order of receipt
     * @param fleet the clusters as known now
     * @param now the database's clock
     */
    public static Promotion merge(Promotion state, List<Fact> facts, FleetView fleet, Instant now) {
        Draft draft = new Draft(state, fleet, now, () -> {
            throw new IllegalStateException("merging draws no epoch");
        });
        facts.forEach(fact -> FactMerge.merge(draft, fact));
        return draft.finish().state();
    }

    private static void heed(Draft draft, String cluster) {
        Target merged = draft.target(cluster);
        if (merged != null) {
            Answers.heed(draft, merged);
            judge(draft, draft.target(cluster));
        }
    }

    /** One pass over everything; repeated until nothing changes. The order matters: failures before progress (R7). */
    private static void pass(Draft draft) {
        clusters(draft);
        draft.runs().forEach(run -> Outcomes.supersede(draft, run));
        List.copyOf(draft.targets()).forEach(target -> judge(draft, target));
        for (Run run : draft.runs()) {
            for (var part : run.stages()) {
                owned(draft, run, part.stage()).ifPresent(o -> Failure.check(draft, o.run(), o.part()));
            }
        }
        draft.settings().stages().forEach(stage -> Pruning.prune(draft, stage.name()));
        for (Target target : List.copyOf(draft.targets())) {
            Restoration.complete(draft, target);
            Repetition.repeat(draft, Objects.requireNonNullElse(draft.target(target.cluster()), target));
        }
        draft.rollbacks().forEach(rollback -> RollbackProgress.follow(draft, rollback));
        draft.runs().forEach(run -> Outcomes.conclude(draft, run));
        Run newest = draft.run(draft.newestRun());
        if (newest != null && newest.inFlight() && newest.failedStage() == null) {
            Advance.advance(draft, newest);
        }
        draft.runs().forEach(run -> Outcomes.conclude(draft, run));
    }

    private static void clusters(Draft draft) {
        Inventory inventory = draft.fleet().inventory();
        if (inventory != null) {
            Departures.leave(draft, inventory);
            Membership.warn(draft, inventory);
            Arrivals.join(draft, inventory);
        }
    }

    private static void judge(Draft draft, @org.jspecify.annotations.Nullable Target target) {
        if (target == null) {
            return;
        }
        if (target.desired().purpose() == Purpose.Release) {
            Departures.judge(draft, target);
            return;
        }
        boolean awaited = draft.owner(target.stage())
                .filter(o -> o.part().phase().active())
                .filter(o ->
                        Long.valueOf(o.run().number()).equals(target.desired().run()))
                .isPresent();
        Judge.judge(draft, target, awaited);
    }

    private static Optional<Owner> owned(Draft draft, Run run, String stage) {
        return draft.owner(stage).filter(owner -> owner.run().number() == run.number());
    }

    /** What nothing refers to any more leaves the state; it stays in the records that were published. */
    private static void tidy(Draft draft) {
        Conditions.renew(draft);
        for (Run run : draft.runs()) {
            boolean owns = draft.stages().stream()
                    .map(Stage::owner)
                    .anyMatch(owner -> Long.valueOf(run.number()).equals(owner));
            if (!owns && !run.inFlight() && run.number() != draft.newestRun()) {
                draft.forget(run);
            }
        }
        for (Rollback rollback : draft.rollbacks()) {
            if (!rollback.inProgress() && !rollback.owed()) {
                draft.forget(rollback);
            }
        }
        Answers.tidy(draft);
        History.prune(draft, draft.snapshots());
    }
}
