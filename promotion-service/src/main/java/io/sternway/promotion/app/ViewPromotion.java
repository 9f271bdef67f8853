package io.sternway.promotion.app;

import io.sternway.promotion.app.PromotionReads.Whole;
import io.sternway.promotion.domain.Gate;
import io.sternway.promotion.domain.Gates;
import io.sternway.promotion.domain.fleet.FleetView;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Shows one promotion whole, with what each stage waits for and when it could go on. */
@ApplicationScoped
public class ViewPromotion {

    private final PromotionReads reads;
    private final FleetOfPromotions fleetOf;
    private final Promotions promotions;

    ViewPromotion(PromotionReads reads, FleetOfPromotions fleetOf, Promotions promotions) {
        this.reads = reads;
        this.fleetOf = fleetOf;
        this.promotions = promotions;
    }

    /**
     * The promotion, if it exists.
     *
     * @param key {@code project/name}
     */
    @Transactional
    public Optional<View> view(String key) {
        return reads.find(key).map(whole -> {
            FleetView fleet = fleetOf.read(List.of(whole.promotion()));
            Instant now = promotions.now();
            return new View(whole, fleet, Gates.of(whole.promotion(), fleet, now), now);
        });
    }

    /**
     * What is shown.
     *
     * @param whole the promotion
     * @param fleet its clusters
     * @param gates what each stage of the newest run waits for
     * @param now the database's clock
     */
    public record View(Whole whole, FleetView fleet, List<Gate> gates, Instant now) {

        public View {
            gates = List.copyOf(gates);
        }
    }
}
