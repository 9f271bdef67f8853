package io.sternway.watcher.app.report;

import io.sternway.clusters.Inventory;
import java.util.concurrent.CompletableFuture;

/** Where readings of the inventory are published. */
public interface InventoryPublications {

    /** Publishes a reading that is whole; completes when it is stored. */
    CompletableFuture<?> publish(Inventory inventory);
}
