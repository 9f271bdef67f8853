package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.report.PartitionClaim;
import io.sternway.watcher.app.report.PartitionOwnership;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One owned partition: first its watch list is read, then it is claimed, then its clusters are looked at (H5). Guarded
 * by {@link WatchPartitions}.
 */
final class OwnedPartition {

    private final int partition;
    private final Map<String, Map<String, HeldTarget>> held = new HashMap<>();
    private final Map<String, ClusterPoller> pollers = new HashMap<>();
    private @Nullable PartitionClaim claim;
    private @Nullable PartitionOwnership ownership;
    private boolean lost;

    /** A target's last record: what to look at, or that nothing is to be looked at now. */
    private record HeldTarget(@Nullable WatchedTarget target, Instant writtenAt, long readNanos) {
        long appliedNanos(PartitionClaim claim) {
            return claim.nanosOf(writtenAt, readNanos);
        }
    }

    OwnedPartition(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    /** Takes a target's record. A target that holds nothing completely still names its cluster. */
    void put(String cluster, String name, @Nullable WatchedTarget target, Instant writtenAt) {
        HeldTarget read = new HeldTarget(target, writtenAt, System.nanoTime());
        held.computeIfAbsent(cluster, none -> new HashMap<>()).put(name, read);
        ClusterPoller running = pollers.get(cluster);
        if (running != null) {
            if (target == null) {
                running.remove(name);
            } else {
                running.put(target, read.readNanos());
            }
        }
    }

    void remove(String cluster, String name) {
        Map<String, HeldTarget> targets = held.get(cluster);
        if (targets != null) {
            targets.remove(name);
            if (targets.isEmpty()) {
                held.remove(cluster);
            }
        }
        ClusterPoller running = pollers.get(cluster);
        if (running != null) {
            running.remove(name);
        }
    }

    /** Its claim is stored: what was read is looked at from now on. */
    void claimed(PartitionClaim stored) {
        claim = stored;
        ownership = new PartitionOwnership(partition, stored.term());
    }

    @Nullable
    PartitionOwnership ownership() {
        return ownership;
    }

    boolean isLost() {
        return lost;
    }

    /**
     * Starts and stops pollers, so that every cluster is looked at that is listed or named in a record (H1).
     *
     * @param listed clusters of the inventory that fall into this partition
     * @param start makes the pollers of a cluster
     * @return the clusters that are not looked at any more
     */
    Set<String> arrange(Set<String> listed, Function<String, ClusterPoller> start) {
        if (claim == null || lost) {
            return Set.of();
        }
        Set<String> wanted = new HashSet<>(listed);
        wanted.addAll(held.keySet());
        Set<String> gone = new HashSet<>(pollers.keySet());
        gone.removeAll(wanted);
        for (String cluster : gone) {
            ClusterPoller ended = pollers.remove(cluster);
            if (ended != null) {
                ended.stop();
            }
        }
        for (String cluster : wanted) {
            if (!pollers.containsKey(cluster)) {
                ClusterPoller begun = start.apply(cluster);
                boolean urgent = false;
                for (HeldTarget target : held.getOrDefault(cluster, Map.of()).values()) {
                    if (target.target() != null) {
                        long appliedNanos = target.appliedNanos(claim);
                        begun.put(target.target(), appliedNanos);
                        urgent |= isActive(target.target(), appliedNanos);
                    }
                }
                pollers.put(cluster, begun);
                begun.start(urgent);
            }
        }
        return gone;
    }

    private static boolean isActive(WatchedTarget target, long appliedNanos) {
        return System.nanoTime() - appliedNanos < target.pace().activeFor().toNanos();
    }

    void lose() {
        lost = true;
        if (ownership != null) {
            ownership.lose();
        }
        pollers.values().forEach(ClusterPoller::stop);
        pollers.clear();
        held.clear();
    }

    int clusters() {
        return pollers.size();
    }

    int targets() {
        return held.values().stream().mapToInt(Map::size).sum();
    }
}
