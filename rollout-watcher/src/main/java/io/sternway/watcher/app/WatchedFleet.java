package io.sternway.watcher.app;

import io.sternway.events.ClusterPartitioner;
import io.sternway.messaging.OnceAMinute;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that this replica looks at: the partitions that it owns, and in each the clusters that the inventory lists
 * or a record names (H1). A partition is read, then claimed, then looked at, and left at once when it is lost.
 */
public final class WatchedFleet {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedFleet.class);
    private static final long CLAIM_RETRY_MILLIS = 1000;

    private final ClusterReads reads;
    private final LookAtCluster looks;
    private final Observations observations;
    private final PublishInventory inventory;
    private final Rounds.Threads threads;
    private final WatcherSettings settings;
    private final LookListener listener;
    private final OnceAMinute complaints = new OnceAMinute();
    private final Map<Integer, WatchedPartition> partitions = new HashMap<>();
    private Set<String> listed = Set.of();
    private int partitionCount;

    /** Told of each look, for metrics and logs. */
    public interface LookListener extends Rounds.LookListener {}

    public WatchedFleet(
            ClusterReads reads,
            LookAtCluster looks,
            Observations observations,
            PublishInventory inventory,
            WatcherThreads threads,
            WatcherSettings settings,
            LookListener listener) {
        this.reads = reads;
        this.looks = looks;
        this.observations = observations;
        this.inventory = inventory;
        this.threads = threads.rounds();
        this.settings = settings;
        this.listener = listener;
    }

    /** The inventory was read whole. */
    public synchronized void listed(Set<String> clusters) {
        listed = Set.copyOf(clusters);
        partitions.values().forEach(this::arrange);
    }

    /** A partition was assigned; its records follow, from the first one. */
    public synchronized void assigned(int partition) {
        WatchedPartition before = partitions.put(partition, new WatchedPartition(partition));
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
        WatchedPartition owned = partitions.get(partition);
        if (owned != null) {
            owned.put(cluster, name, target, writtenAt);
            arrange(owned);
        }
    }

    /** The target was released. */
    public synchronized void remove(int partition, String cluster, String name) {
        WatchedPartition owned = partitions.get(partition);
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
        WatchedPartition owned = partitions.get(partition);
        if (owned != null && owned.term() == null) {
            claim(owned);
        }
    }

    /** The partition belongs to somebody else, or soon will. Nothing is reported under it from now on. */
    public synchronized void revoked(int partition) {
        WatchedPartition owned = partitions.remove(partition);
        if (owned != null) {
            owned.lose();
            LOG.info("partition {} left", partition);
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
                .filter(owned -> owned.term() != null)
                .count();
    }

    /** Clusters that are being looked at. */
    public synchronized int clusters() {
        return partitions.values().stream().mapToInt(WatchedPartition::clusters).sum();
    }

    /** Targets in the watch lists. */
    public synchronized int targets() {
        return partitions.values().stream().mapToInt(WatchedPartition::targets).sum();
    }

    private void claim(WatchedPartition owned) {
        CompletableFuture<?> unused = observations.claim(owned.partition()).whenComplete((claim, thrown) -> {
            if (thrown == null) {
                claimed(owned, claim);
            } else {
                complaints.say(
                        "claim",
                        () -> LOG.warn("partition {} cannot be claimed yet: {}", owned.partition(), thrown.toString()));
                claimLater(owned);
            }
        });
    }

    private void claimLater(WatchedPartition owned) {
        ScheduledFuture<?> unused =
                threads.timer().schedule(() -> claimAgain(owned), CLAIM_RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void claimAgain(WatchedPartition owned) {
        if (!owned.isLost()) {
            claim(owned);
        }
    }

    private synchronized void claimed(WatchedPartition owned, Claim claim) {
        if (owned.isLost()) {
            return;
        }
        owned.claimed(claim);
        arrange(owned);
        LOG.info(
                "partition {} claimed: term {}, {} clusters, {} targets",
                owned.partition(),
                claim.term(),
                owned.clusters(),
                owned.targets());
        if (owned.partition() == 0) {
            inventory.own();
        }
    }

    private void arrange(WatchedPartition owned) {
        PartitionTerm term = owned.term();
        if (term == null) {
            return;
        }
        Set<String> here = new HashSet<>();
        for (String cluster : listed) {
            if (ClusterPartitioner.partition(cluster, partitionCount) == owned.partition()) {
                here.add(cluster);
            }
        }
        owned.arrange(here, cluster -> rounds(cluster, term)).forEach(reads::forget);
    }

    private Rounds rounds(String cluster, PartitionTerm term) {
        ClusterWatch watch = new ClusterWatch(cluster, term, looks, observations, settings);
        return new Rounds(watch, new Signals(cluster, reads), threads, settings, listener);
    }
}
