package io.sternway.promotion.domain.rules.targets;

import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.Target.Held;
import io.sternway.vocabulary.HealthState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merges facts into targets, whatever the phase (A3): of each kind the newest by (epoch, sequence) wins, and the result does
 * not depend on the order in which the topics are read. Merging has no effects: what a fact causes is derived from the
 * records afterwards, so that nothing is lost when the decision that should follow throws.
 */
public final class FactMerge {

    private FactMerge() {}

    /** The target with one more fact about it; the same if the fact is no news. */
    public static Target merge(Target target, Fact fact, Instant now) {
        Target merged = merge(target, fact);
        return merged.equals(target) ? target : TargetJudgement.condemn(held(merged, now), now);
    }

    private static Target merge(Target target, Fact fact) {
        if (fact instanceof Fact.DeploymentReported news) {
            return news.deployment().newerThan(target.deployment()) ? target.withDeployment(news.deployment()) : target;
        }
        if (fact instanceof Fact.HealthReported news) {
            return news.health().newerThan(target.health()) ? health(target, news.health()) : target;
        }
        throw new IllegalStateException(
                "nothing is known of a " + fact.getClass().getName());
    }

    private static Target health(Target target, HealthFact news) {
        Target merged = target.withHealth(sinceKnown(target.health(), news));
        boolean broke = target.ready()
                && news.epoch() == target.desired().epoch()
                && news.state() != HealthState.Ready
                && news.state() != HealthState.Unknown;
        return broke ? merged.withSoak(merged.soak().disturbedNow()) : merged;
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
        return news.withSince(known.since())
                .withReceivedAt(known.receivedAt())
                .withReasons(news.reasons().isEmpty() ? known.reasons() : news.reasons());
    }

    /** The ledger: what is applied is held, with the inputs of its dispatch. */
    private static Target held(Target target, Instant now) {
        Desired desired = target.desired();
        if (desired.purpose() == Purpose.Release || !target.applied()) {
            return target;
        }
        Held known = target.ledger().get(desired.revision());
        if (known != null && known.epoch() >= desired.epoch()) {
            return target;
        }
        Map<Long, Held> ledger = new HashMap<>(target.ledger());
        ledger.put(desired.revision(), new Held(desired.epoch(), desired.labels(), now));
        return target.withLedger(ledger);
    }
}
