package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.fleet.Inventory;

/** What the inventory's newest reading changes: clusters leave, come, and change their stage (R4, R6). */
public final class MoveClusters {

    private MoveClusters() {}

    public static void move(Draft draft) {
        Inventory inventory = draft.inventory();
        if (inventory != null) {
            ReleaseClusters.leave(draft, inventory);
            JoinClusters.warn(draft, inventory);
            JoinClusters.join(draft, inventory);
        }
    }
}
