package io.sternway.promotion.domain;

import io.sternway.promotion.domain.fleet.FleetView;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The one decision about a promotion: facts are merged first, the phases then follow from the records (architecture.md,
 * rule 3). Pure: the same arguments give the same decision, but for the epochs drawn.
 */
public final class PromotionMachine {

    private PromotionMachine() {}

    /**
     * Merges the facts and does everything that is legal now.
     *
     * @param state the promotion as stored, under its lock
     * @param facts news in the order of receipt; none when it is only time that passed
     * @param fleet the clusters as known now
     * @param now the database's clock
     * @param epochs the database's sequence: each call gives a higher number than any before
     */
    public static Decision decide(
            Promotion state, List<Fact> facts, FleetView fleet, Instant now, LongSupplier epochs) {
        return new Decision(state, List.of(), null, Set.of());
    }
}
