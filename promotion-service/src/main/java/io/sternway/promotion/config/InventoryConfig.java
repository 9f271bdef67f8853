package io.sternway.promotion.config;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** The guard over readings of the inventory: {@code sternway.inventory.*} (R6). */
@ConfigMapping(prefix = "sternway.inventory")
public interface InventoryConfig {

    /** Hash of a reading that lost clusters and is nevertheless right: taken although it shrank. */
    Optional<String> confirmed();
}
