package io.sternway.events;

import java.util.List;
import java.util.Map;

/**
 * All clusters of an inventory as they were read at once; never published for a file that could not be read whole.
 *
 * @param source the inventory's name
 * @param hash SHA-256 of the canonical form of {@code clusters}, which an operator confirms (R6)
 * @param clusters every cluster, ordered by name
 */
public record InventoryRead(String source, String hash, List<InventoryCluster> clusters) {

    public InventoryRead {
        clusters = List.copyOf(clusters);
    }

    /**
     * One cluster.
     *
     * @param name its name, a DNS label
     * @param labels its labels
     */
    public record InventoryCluster(String name, Map<String, String> labels) {

        public InventoryCluster {
            labels = Map.copyOf(labels);
        }
    }
}
