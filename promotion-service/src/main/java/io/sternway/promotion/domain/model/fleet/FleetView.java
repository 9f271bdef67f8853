package io.sternway.promotion.domain.model.fleet;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about clusters, whatever the promotion. It may be cut down to the clusters of one promotion's inventory
 * matches and targets, and their partitions.
 *
 * @param inventory the inventory; absent until it was read once
 * @param clusters how each was reported, by name; one that was never reported is missing
 * @param partitions how each partition was heard, by number; one that was never heard is missing
 */
public record FleetView(
        @Nullable Inventory inventory, Map<String, ClusterView> clusters, Map<Integer, PartitionView> partitions) {}
