package io.sternway.promotion.domain.rules.fleet;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether what we know of a cluster is new enough to act on (R8, R10). */
public final class Freshness {

    private Freshness() {}

    /** A gate may open on it: it was reached within two intervals (R10). */
    public static boolean fresh(@Nullable ClusterView cluster, Instant now) {
        return cluster != null
                && cluster.freshAt() != null
                && !cluster.freshAt().plus(cluster.interval().multipliedBy(2)).isBefore(now);
    }

    /**
     * It was not reached for more than three intervals in which its partition was heard without a break, so that it was
     * the cluster that was away and not us (R10).
     *
     * @param cluster the cluster
     * @param partition its partition as heard until now, without a report that ends the gap; absent: never heard
     * @param now the end of the time looked at
     */
    public static boolean ownGap(@Nullable ClusterView cluster, @Nullable PartitionView partition, Instant now) {
        if (cluster == null || cluster.freshAt() == null || partition == null) {
            return false;
        }
        Duration limit = cluster.interval().multipliedBy(3);
        Instant from = cluster.freshAt().isAfter(partition.heardSince()) ? cluster.freshAt() : partition.heardSince();
        return Duration.between(from, partition.heardAt()).compareTo(limit) > 0
                && Duration.between(from, now).compareTo(limit) > 0;
    }
}
