package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.jspecify.annotations.Nullable;

/** Looks again, when the service starts, at readings that were held back: the configuration may confirm them now (R6). */
@ApplicationScoped
public class ReviewHeldInventories {

    private final Fleet fleet;
    private final TakeInventory take;

    ReviewHeldInventories(Fleet fleet, TakeInventory take) {
        this.fleet = fleet;
        this.take = take;
    }

    /** Reviews all sources. */
    @Transactional
    public void review() {
        for (String source : fleet.heldSources()) {
            @Nullable
            Reading held = fleet.lockInventory(source).map(Inventory::held).orElse(null);
            if (held != null) {
                take.take(source, held, null);
            }
        }
    }
}
