package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.fleet.Inventory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which clusters there are, by source. Every method belongs into a transaction of the caller. */
public interface Inventories {

    /** All sources' inventories as one; absent until one was read. */
    Optional<Inventory> all();

    /** One source's inventory, locked until the transaction's end; absent before its first reading. */
    Optional<Inventory> lock(String source);

    /** Stores one source's inventory. */
    void save(String source, Inventory inventory, Instant now);

    /** The sources whose newest reading is held back. */
    List<String> heldSources();
}
