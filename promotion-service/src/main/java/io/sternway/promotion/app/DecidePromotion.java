package io.sternway.promotion.app;

import io.sternway.messaging.store.StoreException;
import io.sternway.promotion.app.Promotions.Bookkeeping;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.domain.Condition;
import io.sternway.promotion.domain.Decision;
import io.sternway.promotion.domain.Fact;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.PromotionMachine;
import io.sternway.promotion.domain.fleet.FleetView;
import io.sternway.promotion.domain.revision.Revision;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets the domain decide about one promotion, and stores and publishes what follows, in the caller's transaction and
 * under the promotion's lock. An exception that nobody expected is this promotion's only: the facts are kept and it is
 * parked. If the domain threw, nothing was written yet and that is done at once; else the transaction is rolled back, and
 * done when it is tried again.
 */
@ApplicationScoped
public class DecidePromotion {

    private final Promotions promotions;
    private final Contents contents;
    private final Publications publications;
    private final Epochs epochs;
    private final ParkPromotion park;
    private final DecisionMetrics metrics;
    private final Map<String, RuntimeException> failed = new ConcurrentHashMap<>();

    DecidePromotion(
            Promotions promotions,
            Contents contents,
            Publications publications,
            Epochs epochs,
            ParkPromotion park,
            DecisionMetrics metrics) {
        this.promotions = promotions;
        this.contents = contents;
        this.publications = publications;
        this.epochs = epochs;
        this.park = park;
        this.metrics = metrics;
    }

    /**
     * Decides.
     *
     * @param stored the promotion as locked in this transaction
     * @param facts news about its targets, in the order of receipt
     * @param fleet what is known about its clusters
     * @param moment when and why
     * @return partitions that must be read to their end before a deadline that has passed may act
     */
    public Set<Integer> decide(Stored stored, List<Fact> facts, FleetView fleet, Moment moment) {
        RuntimeException failure = failed.remove(stored.key());
        if (failure != null) {
            return parked(stored, facts, fleet, moment.now(), failure);
        }
        Decision decision;
        try {
            decision = PromotionMachine.decide(stored.state(), facts, fleet, moment.now(), epochs.draw());
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            return parked(stored, facts, fleet, moment.now(), e);
        }
        try {
            carryOut(stored, decision, moment);
        } catch (RuntimeException e) {
            if (!Failures.passes(e)) {
                failed.put(stored.key(), e);
            }
            throw e;
        }
        metrics.decided(facts.size(), decision.effects().size());
        return decision.catchUp();
    }

    private Set<Integer> parked(Stored stored, List<Fact> facts, FleetView fleet, Instant now, RuntimeException why) {
        Promotion before = stored.state();
        park.park(stored, facts.isEmpty() ? before : PromotionMachine.merge(before, facts, fleet, now), now, why);
        return Set.of();
    }

    private void carryOut(Stored stored, Decision decision, Moment moment) {
        Promotion before = stored.state();
        Instant now = moment.now();
        Promotion after = decision.state();
        long sequence =
                publications.publish(before.ref(), decision.effects(), stored.auditSequence(), now, moment.cause());
        Instant due = decision.nextDueAt();
        if (!decision.catchUp().isEmpty()) {
            Instant again = now.plus(moment.catchUpAfter());
            due = due == null || again.isBefore(due) ? again : due;
        }
        if (moment.created()) {
            // Who tells all promotions of a new inventory cannot see this one yet: it looks by itself when it is there.
            due = now;
        }
        promotions.save(
                stored, after, new Bookkeeping(sequence, due, PromotionPhase.of(after), waitsForReport(after), now));
        promotions.keepHistory(stored, decision.forgottenRuns(), decision.forgottenRollbacks());
        if (!after.revisions().keySet().containsAll(before.revisions().keySet())) {
            contents.keepOnly(stored.key(), after.revisions().keySet(), snapshots(after));
        }
    }

    /** A gate stays shut for want of fresh reports: the next one is to open it, not only the next time. */
    private static boolean waitsForReport(Promotion promotion) {
        return promotion.runs().values().stream()
                .flatMap(run -> run.stages().stream())
                .flatMap(stage -> stage.conditions().stream())
                .anyMatch(condition -> condition.type() == Condition.Type.Stale && condition.status());
    }

    private static Set<String> snapshots(Promotion promotion) {
        Set<String> hashes = new HashSet<>(promotion.snapshots());
        for (Revision revision : promotion.revisions().values()) {
            hashes.add(revision.common().hash());
            revision.byStage().values().forEach(snapshot -> hashes.add(snapshot.hash()));
        }
        return hashes;
    }

    /**
     * When and why a decision is made.
     *
     * @param now the database's clock, read after the promotion was locked
     * @param cause the id of the one event that led to it; absent if there were several, or time passed
     * @param catchUpAfter when to look again if partitions must be read to their end first
     * @param created whether this transaction creates the promotion, so that nobody else can see it yet
     */
    public record Moment(Instant now, @Nullable String cause, Duration catchUpAfter, boolean created) {}
}
