package io.sternway.promotion.app;

import io.sternway.promotion.app.DecidePromotion.Moment;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.fleet.FleetView;
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
 * Decides about promotions for which time has come (architecture.md, rule 7). One whose decision throws is parked, for
 * longer each time, and the others go on.
 */
@ApplicationScoped
public class DecideDue {

    private static final Logger LOG = Logger.getLogger(DecideDue.class);

    /** Should the proof that everything was read not come, the question is put again after this. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final Promotions promotions;
    private final FleetOfPromotions fleetOf;
    private final DecidePromotion decide;
    private final DecisionMetrics metrics;
    private final PromotionConfig config;

    DecideDue(
            Promotions promotions,
            FleetOfPromotions fleetOf,
            DecidePromotion decide,
            DecisionMetrics metrics,
            PromotionConfig config) {
        this.promotions = promotions;
        this.fleetOf = fleetOf;
        this.decide = decide;
        this.metrics = metrics;
        this.config = config;
    }

    /**
     * Decides about promotions that are due, in one transaction.
     *
     * @param limit how many at most
     */
    @Transactional
    public Pass decide(int limit) {
        List<Stored> due = promotions.lockDue(limit);
        if (due.isEmpty()) {
            return new Pass(0, Map.of());
        }
        FleetView fleet = fleetOf.read(due.stream().map(Stored::state).toList());
        Instant now = promotions.now();
        Map<String, Set<Integer>> catchUp = new HashMap<>();
        for (Stored promotion : due) {
            try {
                Set<Integer> partitions =
                        decide.decide(promotion, List.of(), fleet, new Moment(now, null, ASK_AGAIN));
                if (!partitions.isEmpty()) {
                    catchUp.put(promotion.key(), partitions);
                }
            } catch (DecisionFailedException e) {
                park(promotion, now, e);
            }
        }
        return new Pass(due.size(), catchUp);
    }

    /** Parks the promotion that is due first: its decision could not even be stored. */
    @Transactional
    public void parkFirst(RuntimeException why) {
        promotions.lockDue(1).forEach(promotion -> park(promotion, promotions.now(), why));
    }

    private void park(Stored promotion, Instant now, RuntimeException why) {
        Duration wait = config.timer().parkedFor().multipliedBy(1L << Math.min(20, promotion.failedAttempts()));
        Duration longest = config.timer().parkedAtMost();
        Instant until = now.plus(wait.compareTo(longest) > 0 ? longest : wait);
        promotions.park(promotion, until);
        metrics.parked();
        LOG.errorf(
                why,
                "decision failed, promotion is parked promotion=%s attempts=%d until=%s",
                promotion.key(),
                promotion.failedAttempts() + 1,
                until);
    }

    /**
     * What a pass did.
     *
     * @param decided how many promotions
     * @param catchUp which of them need proof that partitions were read to their end, and which partitions
     */
    public record Pass(int decided, Map<String, Set<Integer>> catchUp) {}
}
