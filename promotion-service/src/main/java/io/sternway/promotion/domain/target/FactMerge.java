package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Fact;
import io.sternway.promotion.domain.target.Target.Held;
import io.sternway.vocabulary.HealthState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges facts into targets, whatever the phase (architecture.md, rule 3): of each kind the newest by (epoch, sequence)
 * wins, and the result does not depend on the order in which the topics are read. Merging has no effects: what a fact
 * causes is derived from the records afterwards, so that nothing is lost when the decision that should follow throws.
 */
public final class FactMerge {

    private FactMerge() {}

    /** One fact; about a cluster that is no target (any more) it changes nothing. */
    public static void merge(Draft draft, Fact fact) {
        Target target = draft.target(fact.cluster());
        if (target == null) {
            return;
        }
        Target merged = target;
        if (fact instanceof Fact.DeploymentReported news && news.deployment().newerThan(target.deployment())) {
            merged = target.with(news.deployment());
        } else if (fact instanceof Fact.HealthReported news && news.health().newerThan(target.health())) {
            merged = health(target, news.health());
        }
        if (!merged.equals(target)) {
            draft.put(Judge.condemn(draft, held(draft, merged)));
        }
    }

    private static Target health(Target target, HealthFact news) {
        Target merged = target.with(sinceKnown(target.health(), news));
        boolean broke = target.ready()
                && news.epoch() == target.desired().epoch()
                && news.state() != HealthState.Ready
                && news.state() != HealthState.Unknown;
        return broke ? merged.with(merged.soak().disturbedNow()) : merged;
    }

    /** A repetition of what is known (a report lists it at every tick) is no news: health goes on from when it began. */
    private static HealthFact sinceKnown(@Nullable HealthFact known, HealthFact news) {
        boolean same = known != null
                && known.epoch() == news.epoch()
                && known.transition() == news.transition()
                && known.state() == news.state();
        if (!same || known == null) {
            return news;
        }
        return new HealthFact(
                news.epoch(),
                news.transition(),
                news.term(),
                news.counter(),
                news.state(),
                known.since(),
                known.receivedAt(),
                news.reasons().isEmpty() ? known.reasons() : news.reasons());
    }

    /** The ledger: what is applied is held, with the inputs of its dispatch. */
    private static Target held(Draft draft, Target target) {
        Desired desired = target.desired();
        if (desired.purpose() == Purpose.Release || !target.applied()) {
            return target;
        }
        Held known = target.ledger().get(desired.revision());
        if (known != null && known.epoch() >= desired.epoch()) {
            return target;
        }
        Map<Long, Held> ledger = new HashMap<>(target.ledger());
        ledger.put(desired.revision(), new Held(desired.epoch(), desired.labels(), draft.now()));
        return target.withLedger(ledger);
    }
}
