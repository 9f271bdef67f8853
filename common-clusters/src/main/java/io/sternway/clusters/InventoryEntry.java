package io.sternway.clusters;

import java.util.Map;
import java.util.TreeMap;

/**
 * One cluster of an inventory.
 *
 * @param name a DNS label, unique in the inventory
 * @param labels what selectors see, ordered by key
 * @param access how it is reached
 */
public record InventoryEntry(String name, Map<String, String> labels, ClusterAccess access) {

    public InventoryEntry {
        labels = java.util.Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
