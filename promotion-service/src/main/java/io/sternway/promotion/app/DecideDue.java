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
 * Decides about promotions for which time has come (architecture.md, rule 7).
 */
@ApplicationScoped
public class DecideDue {

    private static final Logger LOG = Logger.getLogger(DecideDue.class);

    /** Should the proof that everything was read not come, the question is put again after this. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final Promotions promotions;
    private final DueTimes dueTimes;
    private final FleetOfPromotions fleetOf;
    private final DecidePromotion decide;
    private final DecisionMetrics metrics;
    private final PromotionConfig.Timer config;

    DecideDue(
            Promotions promotions,
            DueTimes dueTimes,
            FleetOfPromotions fleetOf,
            DecidePromotion decide,
            DecisionMetrics metrics,
            PromotionConfig config) {
        this.promotions = promotions;
        this.dueTimes = dueTimes;
        this.fleetOf = fleetOf;
        this.decide = decide;
        this.metrics = metrics;
        this.config = config.timer();
    }

    /**
     * Decides about promotions that are due, in one transaction.
     *
     * @param limit how many at most
     */
    @Transactional
    public Pass decide(int limit) {
        List<Stored> due = promotions.lockDue(limit, key -> metrics.parked());
        if (due.isEmpty()) {
            return new Pass(0, Map.of());
        }
        FleetView fleet = fleetOf.read(due.stream().map(Stored::state).toList());
        Instant now = promotions.now();
        Map<String, Set<Integer>> catchUp = new HashMap<>();
        for (Stored promotion : due) {
            if (promotion.dueSince() != null) {
                metrics.late(Duration.between(promotion.dueSince(), now));
            }
            Set<Integer> partitions = decide.decide(promotion, List.of(), fleet, new Moment(now, null, ASK_AGAIN));
            if (!partitions.isEmpty()) {
                catchUp.put(promotion.key(), partitions);
            }
        }
        return new Pass(due.size(), catchUp);
    }

    /** Parks the promotion that is due first: it could not even be loaded or stored. */
    @Transactional
    public void parkFirst(RuntimeException why) {
        dueTimes.parkFirstDue(config.parkedAtMost()).ifPresent(key -> {
            metrics.parked();
            LOG.errorf(why, "promotion cannot be loaded or stored, it is parked promotion=%s", key);
        });
    }

    /**
     * What a pass did.
     *
     * @param decided how many promotions
     * @param catchUp which of them need proof that partitions were read to their end, and which partitions
     */
    public record Pass(int decided, Map<String, Set<Integer>> catchUp) {}
}
