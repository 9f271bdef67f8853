package io.sternway.promotion.app;

import io.sternway.promotion.app.DecidePromotion.Moment;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.fleet.FleetView;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Decides about promotions for which time has come (A7).
 */
@ApplicationScoped
public class DecideDue {

    private static final Logger LOG = Logger.getLogger(DecideDue.class);

    /** Should the proof that everything was read not come, the question is put again after this. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final Promotions promotions;
    private final DueTimes dueTimes;
    private final ReadFleetView readFleet;
    private final DecidePromotion decide;
    private final DecisionMetrics metrics;
    private final PromotionConfig.Timer config;

    DecideDue(
            Promotions promotions,
            DueTimes dueTimes,
            ReadFleetView readFleet,
            DecidePromotion decide,
            DecisionMetrics metrics,
            PromotionConfig config) {
        this.promotions = promotions;
        this.dueTimes = dueTimes;
        this.readFleet = readFleet;
        this.decide = decide;
        this.metrics = metrics;
        this.config = config.timer();
    }

    /**
     * Decides about promotions that are due, in one transaction.
     *
     * @param limit how many at most
     * @throws UndecidedException if there was only one, and it failed
     */
    @Transactional
    public Pass decide(int limit) {
        List<Stored> due = promotions.lockDue(limit, key -> metrics.parked());
        if (due.isEmpty()) {
            return new Pass(0, Map.of(), Instant.EPOCH);
        }
        try {
            return decide(due);
        } catch (RuntimeException e) {
            throw due.size() == 1 ? new UndecidedException(due.get(0).key(), e) : e;
        }
    }

    private Pass decide(List<Stored> due) {
        FleetView fleet = readFleet.read(due.stream().map(Stored::state).toList());
        Instant now = promotions.now();
        Map<String, Set<Integer>> catchUp = new HashMap<>();
        for (Stored promotion : due) {
            if (promotion.dueSince() != null) {
                metrics.late(Duration.between(promotion.dueSince(), now));
            }
            Set<Integer> partitions = decide.decide(promotion, List.of(), fleet, Moment.of(now, null, ASK_AGAIN))
                    .catchUp();
            if (!partitions.isEmpty()) {
                catchUp.put(promotion.key(), partitions);
            }
        }
        return new Pass(due.size(), catchUp, now);
    }

    /** Puts off a promotion that could not even be parked with what is known about it. */
    @Transactional
    void park(UndecidedException failure) {
        dueTimes.park(failure.promotion(), config.parkedAtMost());
        metrics.parked();
        LOG.errorf(failure, "promotion cannot be decided, it is parked promotion=%s", failure.promotion());
    }

    /**
     * What a pass did.
     *
     * @param decided how many promotions
     * @param catchUp which of them need proof that partitions were read to their end, and which partitions
     * @param at the database's clock when they were decided
     */
    public record Pass(int decided, Map<String, Set<Integer>> catchUp, Instant at) {}
}
