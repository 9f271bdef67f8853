package io.sternway.watcher.app.poll;

import io.sternway.events.ClusterPartitioner;
import io.sternway.messaging.OnceAMinute;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionClaim;
import io.sternway.watcher.app.report.PartitionOwnership;
import io.sternway.watcher.app.report.PublishInventory;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Everything that this replica looks at: the partitions that it owns, and in each the clusters that the inventory lists
 * or a record names (H1). A partition is read, then claimed, then looked at, and left at once when it is lost.
 */
public final class WatchPartitions {

    private static final Logger LOG = Logger.getLogger(WatchPartitions.class);
    private static final long CLAIM_RETRY_MILLIS = 1000;

    private final ClusterPollers pollers;
    private final Observations observations;
    private final PublishInventory inventory;
    private final ScheduledExecutorService timer;
    private final OnceAMinute complaints = new OnceAMinute();
    private final Map<Integer, OwnedPartition> partitions = new HashMap<>();
    private Set<String> listed = Set.of();
    private int partitionCount;

    /**
     * @param timer repeats claims that failed
     */
    public WatchPartitions(
            ClusterPollers pollers,
            Observations observations,
            PublishInventory inventory,
            ScheduledExecutorService timer) {
        this.pollers = pollers;
        this.observations = observations;
        this.inventory = inventory;
        this.timer = timer;
    }

    /** The inventory was read whole. */
    public synchronized void listed(Set<String> clusters) {
        listed = Set.copyOf(clusters);
        partitions.values().forEach(this::arrange);
    }

    /** A partition was assigned; its records follow, from the first one. */
    public synchronized void assigned(int partition) {
        OwnedPartition before = partitions.put(partition, new OwnedPartition(partition));
        if (before != null) {
            before.lose();
        }
    }

    /**
     * A target's newest record.
     *
     * @param cluster the target's cluster
     * @param name {@code project/promotion}
     * @param target what it holds; null while it holds nothing completely
     * @param writtenAt when it was written, by the broker's clock
     */
    public synchronized void put(
            int partition, String cluster, String name, @Nullable WatchedTarget target, Instant writtenAt) {
        OwnedPartition owned = partitions.get(partition);
        if (owned != null) {
            owned.put(cluster, name, target, writtenAt);
            arrange(owned);
        }
    }

    /** The target was released. */
    public synchronized void remove(int partition, String cluster, String name) {
        OwnedPartition owned = partitions.get(partition);
        if (owned != null) {
            owned.remove(cluster, name);
            arrange(owned);
        }
    }

    /**
     * Its records up to now have been read: the partition is claimed, and its clusters are looked at.
     *
     * @param count how many partitions there are
     */
    public synchronized void loaded(int partition, int count) {
        partitionCount = count;
        OwnedPartition owned = partitions.get(partition);
        if (owned != null && owned.ownership() == null) {
            claim(owned);
        }
    }

    /** The partition belongs to somebody else, or soon will. Nothing is reported under it from now on. */
    public synchronized void revoked(int partition) {
        OwnedPartition owned = partitions.remove(partition);
        if (owned != null) {
            owned.lose();
            LOG.infof("partition left: partition=%d", partition);
        }
        if (partition == 0) {
            inventory.disown();
        }
    }

    /** The end: nothing is owned any more. */
    public synchronized void leave() {
        List.copyOf(partitions.keySet()).forEach(this::revoked);
    }

    /** Partitions whose clusters are being looked at. */
    public synchronized int ownedPartitions() {
        return (int) partitions.values().stream()
                .filter(owned -> owned.ownership() != null)
                .count();
    }

    /** Clusters that are being looked at. */
    public synchronized int clusters() {
        return partitions.values().stream().mapToInt(OwnedPartition::clusters).sum();
    }

    /** Targets in the watch lists. */
    public synchronized int targets() {
        return partitions.values().stream().mapToInt(OwnedPartition::targets).sum();
    }

    private void claim(OwnedPartition owned) {
        CompletableFuture<?> unused = observations.claim(owned.partition()).whenComplete((claim, thrown) -> {
            if (thrown == null) {
                claimed(owned, claim);
            } else {
                complaints.say(
                        "claim",
                        () -> LOG.warnf(
                                "a partition cannot be claimed yet: partition=%d failure=%s",
                                owned.partition(), thrown));
                claimLater(owned);
            }
        });
    }

    private void claimLater(OwnedPartition owned) {
        ScheduledFuture<?> unused = timer.schedule(() -> claimAgain(owned), CLAIM_RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void claimAgain(OwnedPartition owned) {
        if (!owned.isLost()) {
            claim(owned);
        }
    }

    private synchronized void claimed(OwnedPartition owned, PartitionClaim claim) {
        if (owned.isLost()) {
            return;
        }
        owned.claimed(claim);
        arrange(owned);
        LOG.infof(
                "partition claimed: partition=%d term=%d clusters=%d targets=%d",
                owned.partition(), claim.term(), owned.clusters(), owned.targets());
        if (owned.partition() == 0) {
            inventory.own();
        }
    }

    private void arrange(OwnedPartition owned) {
        PartitionOwnership ownership = owned.ownership();
        if (ownership == null) {
            return;
        }
        Set<String> here = new HashSet<>();
        for (String cluster : listed) {
            if (ClusterPartitioner.partition(cluster, partitionCount) == owned.partition()) {
                here.add(cluster);
            }
        }
        owned.arrange(here, cluster -> pollers.of(cluster, ownership)).forEach(pollers::forget);
    }
}
