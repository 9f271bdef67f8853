package io.sternway.promotion.app;

import io.sternway.messaging.intake.Failures;
import io.sternway.messaging.store.StoreException;
import io.sternway.promotion.app.Promotions.Bookkeeping;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.domain.PromotionMachine;
import io.sternway.promotion.domain.model.Answer.Accepted;
import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Input;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.fleet.FleetView;
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
 * Lets the domain decide about one promotion, and stores and publishes what follows, in the caller's transaction and under
 * the promotion's lock. An exception that nobody expected is this promotion's only: what came is kept and it is parked. If
 * the domain threw, nothing was written yet and that is done at once; else the transaction is rolled back, and done when it
 * is tried again.
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
     * @param stored the promotion as locked in this transaction; an unborn one if there is none yet
     * @param inputs requests, and news about its targets, in the order of receipt
     * @param fleet what is known about its clusters
     * @param moment when and why
     * @return the decision; it is stored and published, unless it leaves an unborn promotion unborn
     */
    public Decision decide(Stored stored, List<? extends Input> inputs, FleetView fleet, Moment moment) {
        List<Input> all = List.copyOf(inputs);
        RuntimeException failure = failed.remove(stored.key());
        if (failure != null) {
            return parked(stored, all, fleet, moment, failure);
        }
        Decision decision;
        try {
            decision = PromotionMachine.decide(stored.state(), all, fleet, moment.now(), epochs.draw());
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            return parked(stored, all, fleet, moment, e);
        }
        if (decision.state().isUnborn()) {
            return decision;
        }
        try {
            carryOut(stored, decision, moment);
        } catch (RuntimeException e) {
            if (!Failures.passes(e)) {
                failed.put(stored.key(), e);
            }
            throw e;
        }
        metrics.decided(inputs.size(), decision.effects().size());
        return decision;
    }

    private Decision parked(Stored stored, List<Input> inputs, FleetView fleet, Moment moment, RuntimeException why) {
        Decision taken = PromotionMachine.takeIn(stored.state(), inputs, fleet, moment.now());
        if (!taken.state().isUnborn()) {
            create(stored, taken, moment);
            park.park(stored, taken, moment.now(), why);
            publish(stored, taken, moment);
        }
        return taken;
    }

    private void carryOut(Stored stored, Decision decision, Moment moment) {
        Promotion before = stored.state();
        Promotion after = decision.state();
        Instant now = moment.now();
        create(stored, decision, moment);
        long sequence = stored.auditSequence() + decision.auditRecords();
        promotions.save(
                stored,
                after,
                new Bookkeeping(
                        sequence, due(stored, decision, moment), PromotionPhase.of(after), waitsForReport(after), now));
        promotions.keepHistory(stored, decision.forgottenRuns(), decision.forgottenRollbacks());
        publish(stored, decision, moment);
        if (!after.revisions().keySet().containsAll(before.revisions().keySet())) {
            contents.keepOnly(stored.key(), after.revisions().keySet(), snapshots(after));
        }
    }

    private void create(Stored stored, Decision decision, Moment moment) {
        if (stored.state().isUnborn()) {
            promotions.create(decision.state(), moment.now());
        }
    }

    /** New content must be there before a command names its hash. */
    private void publish(Stored stored, Decision decision, Moment moment) {
        NewContent content = moment.content();
        decision.answers().forEach(answer -> {
            if (content != null && answer instanceof Accepted accepted && accepted.created() != null) {
                contents.store(stored.key(), accepted.created().number(), content);
            }
        });
        publications.publish(
                stored.state().ref(), decision.effects(), stored.auditSequence(), moment.now(), moment.cause());
        promotions.flush();
    }

    private static @Nullable Instant due(Stored stored, Decision decision, Moment moment) {
        if (stored.state().isUnborn()) {
            // Who tells all promotions of a new inventory cannot see this one yet: it looks by itself when it is there.
            return moment.now();
        }
        Instant due = decision.nextDueAt();
        if (decision.catchUp().isEmpty()) {
            return due;
        }
        Instant again = moment.now().plus(moment.catchUpAfter());
        return due == null || again.isBefore(due) ? again : due;
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
        promotion.revisions().values().forEach(revision -> hashes.addAll(revision.hashes()));
        return hashes;
    }

    /**
     * When and why a decision is made.
     *
     * @param now the database's clock, read after the promotion was locked
     * @param cause the id of the one event that led to it; absent if there were several, or time passed
     * @param catchUpAfter when to look again if partitions must be read to their end first
     * @param content the content of the request, should it become a new revision; absent without a request
     */
    public record Moment(
            Instant now,
            @Nullable String cause,
            Duration catchUpAfter,
            @Nullable NewContent content) {

        /** Without a request. */
        static Moment of(Instant now, @Nullable String cause, Duration catchUpAfter) {
            return new Moment(now, cause, catchUpAfter, null);
        }
    }
}
