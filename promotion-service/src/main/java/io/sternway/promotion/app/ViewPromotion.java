package io.sternway.promotion.app;

import io.sternway.promotion.app.PromotionReads.Whole;
import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.stage.StageGates;
import io.sternway.promotion.domain.rules.stage.Warning;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Shows one promotion whole, with what each stage waits for and when it could go on. */
@ApplicationScoped
public class ViewPromotion {

    private final PromotionReads reads;
    private final ReadFleetView readFleet;
    private final Promotions promotions;

    ViewPromotion(PromotionReads reads, ReadFleetView readFleet, Promotions promotions) {
        this.reads = reads;
        this.readFleet = readFleet;
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
            FleetView fleet = readFleet.read(List.of(whole.promotion()));
            Instant now = promotions.now();
            Situation situation = new Situation(whole.promotion(), fleet, now);
            List<Gate> shut = StageGates.ofNewestRun(situation).stream()
                    .filter(gate -> !gate.open())
                    .toList();
            return new View(whole, fleet, shut, Warning.of(situation));
        });
    }

    /**
     * What is shown.
     *
     * @param whole the promotion
     * @param fleet its clusters
     * @param gates what each stage of the newest run waits for
     * @param warnings what somebody should mend, though nothing has failed
     */
    public record View(Whole whole, FleetView fleet, List<Gate> gates, List<Warning> warnings) {

        public View {
            gates = List.copyOf(gates);
            warnings = List.copyOf(warnings);
        }
    }
}
