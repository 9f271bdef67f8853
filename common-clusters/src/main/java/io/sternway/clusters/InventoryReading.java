package io.sternway.clusters;

import java.util.List;

/** What reading an inventory gave: all of it, or everything that is wrong with it, never a part (R6, A9). */
public sealed interface InventoryReading {

    /** It was read whole. */
    record Whole(Inventory inventory) implements InventoryReading {}

    /** It cannot be used; every fault at once. */
    record Faulty(List<InventoryFault> faults) implements InventoryReading {

        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
