package io.sternway.promotion.app;

import io.sternway.messaging.OnceAMinute;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.Decision;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Puts off a promotion whose decision threw, for longer each time, so that the others go on. */
@ApplicationScoped
public class ParkPromotion {

    private static final Logger LOG = Logger.getLogger(ParkPromotion.class);
    private static final int MOST_DOUBLINGS = 20;

    private final Promotions promotions;
    private final DecisionMetrics metrics;
    private final PromotionConfig.Timer config;
    private final OnceAMinute once = new OnceAMinute();

    ParkPromotion(Promotions promotions, DecisionMetrics metrics, PromotionConfig config) {
        this.promotions = promotions;
        this.metrics = metrics;
        this.config = config.timer();
    }

    /**
     * Parks in the caller's transaction.
     *
     * @param stored the promotion as locked
     * @param taken what came, taken in and not decided on
     * @param now the database's clock
     * @param why what was thrown
     */
    public void park(Stored stored, Decision taken, Instant now, RuntimeException why) {
        Duration wait = config.parkedFor().multipliedBy(1L << Math.min(MOST_DOUBLINGS, stored.failedAttempts()));
        Duration longest = config.parkedAtMost();
        Instant until = now.plus(wait.compareTo(longest) > 0 ? longest : wait);
        promotions.park(stored, taken.state(), stored.auditSequence() + taken.auditRecords(), until, now);
        metrics.parked();
        once.say(
                stored.key(),
                () -> LOG.errorf(
                        why,
                        "decision failed, promotion is parked promotion=%s attempts=%d until=%s",
                        stored.key(),
                        stored.failedAttempts() + 1,
                        until));
    }
}
