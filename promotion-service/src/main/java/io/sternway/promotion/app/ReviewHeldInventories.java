package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import org.jspecify.annotations.Nullable;

/** Looks again, when the service starts, at readings that were held back: the configuration may confirm them now (R6). */
@ApplicationScoped
public class ReviewHeldInventories {

    private final Inventories inventories;
    private final TakeInventory take;

    ReviewHeldInventories(Inventories inventories, TakeInventory take) {
        this.inventories = inventories;
        this.take = take;
    }

    /** Reviews all sources. */
    @Transactional
    public void review() {
        for (String source : inventories.heldSources()) {
            @Nullable
            Reading held = inventories.lock(source).map(Inventory::held).orElse(null);
            if (held != null) {
                take.take(source, held, null);
            }
        }
    }
}
