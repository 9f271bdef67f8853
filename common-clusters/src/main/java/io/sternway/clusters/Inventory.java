package io.sternway.clusters;

import io.sternway.events.InventoryRead;
import io.sternway.events.InventoryRead.InventoryCluster;
import io.sternway.events.Sha256;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All clusters as they were read at once. A reading that is not whole is none (R6): see {@link InventoryReading}.
 *
 * @param clusters every cluster, ordered by name
 */
public record Inventory(List<InventoryEntry> clusters) {

    public Inventory {
        clusters = clusters.stream()
                .sorted(Comparator.comparing(InventoryEntry::name))
                .toList();
    }

    /** The clusters' names. */
    public Set<String> names() {
        return clusters.stream().map(InventoryEntry::name).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * SHA-256 of the canonical list of names and labels, which an operator confirms (R6). How a cluster is reached is no
     * part of it: a renewed credential does not change the fleet.
     */
    public String hash() {
        StringBuilder canonical = new StringBuilder();
        for (InventoryEntry cluster : clusters) {
            part(canonical, cluster.name());
            canonical.append(cluster.labels().size()).append('{');
            cluster.labels().forEach((key, value) -> {
                part(canonical, key);
                part(canonical, value);
            });
            canonical.append('}');
        }
        return Sha256.hex(canonical.toString());
    }

    /** What other services are told: names and labels, nothing about access. */
    public InventoryRead asEvent(String source) {
        return new InventoryRead(
                source,
                hash(),
                clusters.stream()
                        .map(cluster -> new InventoryCluster(cluster.name(), cluster.labels()))
                        .toList());
    }

    /** The length goes first, so that no two lists have the same form. */
    private static void part(StringBuilder to, String text) {
        to.append(text.length()).append(':').append(text);
    }
}
