package io.sternway.watcher.app;

import io.sternway.watcher.app.ClusterReads.Change;
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
 * by {@link WatchedFleet}.
 */
final class WatchedPartition {

    private final int partition;
    private final Map<String, Map<String, Held>> held = new HashMap<>();
    private final Map<String, Rounds> rounds = new HashMap<>();
    private @Nullable Claim claim;
    private @Nullable PartitionTerm term;
    private boolean lost;

    /** A target's last record: what to look at, or that nothing is to be looked at now. */
    private record Held(@Nullable WatchedTarget target, Instant writtenAt, long readNanos) {
        long appliedNanos(Claim claim) {
            return claim.nanosOf(writtenAt, readNanos);
        }
    }

    WatchedPartition(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    /** Takes a target's record. A target that holds nothing completely still names its cluster. */
    void put(String cluster, String name, @Nullable WatchedTarget target, Instant writtenAt) {
        Held read = new Held(target, writtenAt, System.nanoTime());
        held.computeIfAbsent(cluster, none -> new HashMap<>()).put(name, read);
        Rounds running = rounds.get(cluster);
        if (running != null) {
            if (target == null) {
                running.watch().remove(name);
            } else if (running.watch().put(target, read.readNanos())) {
                running.wake(Change.OTHER);
            }
        }
    }

    void remove(String cluster, String name) {
        Map<String, Held> targets = held.get(cluster);
        if (targets != null) {
            targets.remove(name);
            if (targets.isEmpty()) {
                held.remove(cluster);
            }
        }
        Rounds running = rounds.get(cluster);
        if (running != null) {
            running.watch().remove(name);
        }
    }

    /** Its claim is stored: what was read is looked at from now on. */
    void claimed(Claim stored) {
        claim = stored;
        term = new PartitionTerm(partition, stored.term());
    }

    @Nullable
    PartitionTerm term() {
        return term;
    }

    boolean isLost() {
        return lost;
    }

    /**
     * Starts and stops rounds, so that every cluster is looked at that is listed or named in a record (H1).
     *
     * @param listed clusters of the inventory that fall into this partition
     * @param start makes the rounds of a cluster
     * @return the clusters that are not looked at any more
     */
    Set<String> arrange(Set<String> listed, Function<String, Rounds> start) {
        if (claim == null || lost) {
            return Set.of();
        }
        Set<String> wanted = new HashSet<>(listed);
        wanted.addAll(held.keySet());
        Set<String> gone = new HashSet<>(rounds.keySet());
        gone.removeAll(wanted);
        for (String cluster : gone) {
            Rounds ended = rounds.remove(cluster);
            if (ended != null) {
                ended.stop();
            }
        }
        for (String cluster : wanted) {
            if (!rounds.containsKey(cluster)) {
                Rounds begun = start.apply(cluster);
                boolean urgent = false;
                for (Held target : held.getOrDefault(cluster, Map.of()).values()) {
                    if (target.target() != null) {
                        long appliedNanos = target.appliedNanos(claim);
                        begun.watch().put(target.target(), appliedNanos);
                        urgent |= isActive(target.target(), appliedNanos);
                    }
                }
                rounds.put(cluster, begun);
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
        if (term != null) {
            term.lose();
        }
        rounds.values().forEach(Rounds::stop);
        rounds.clear();
        held.clear();
    }

    int clusters() {
        return rounds.size();
    }

    int targets() {
        return held.values().stream().mapToInt(Map::size).sum();
    }
}
