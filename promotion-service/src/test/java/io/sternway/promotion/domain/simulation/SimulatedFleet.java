package io.sternway.promotion.domain.simulation;

import static java.util.Objects.requireNonNull;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.model.fleet.Reading;
import io.sternway.promotion.domain.rules.fleet.Hearing;
import io.sternway.promotion.domain.rules.fleet.InventoryGuard;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The clusters of a {@link World}: which there are, which answer, and whose reports we hear. */
public final class SimulatedFleet {

    public static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Map<String, Map<String, String>> clusters = new TreeMap<>();
    private final Map<String, Integer> partitionOf = new HashMap<>();
    private final Set<String> away = new TreeSet<>();
    private final Set<Integer> deaf = new TreeSet<>();
    private final Map<String, ClusterView> views = new TreeMap<>();
    private final Map<Integer, PartitionView> partitions = new TreeMap<>();
    private @Nullable Inventory inventory;

    /** Adds a cluster, or gives it other labels; a new one has a partition of its own. */
    public void label(String cluster, Map<String, String> labels) {
        clusters.put(cluster, labels);
        partitionOf.putIfAbsent(cluster, partitionOf.size());
    }

    public void remove(String... names) {
        Arrays.asList(names).forEach(clusters::remove);
    }

    public void intoOnePartition() {
        partitionOf.replaceAll((cluster, partition) -> 0);
    }

    /** The inventory is read, and kept if the guard lets it. */
    public void readInventory() {
        Reading reading = new Reading(Integer.toHexString(clusters.hashCode()), clusters);
        inventory = InventoryGuard.read(inventory, reading, reading.hash()).inventory();
    }

    /** As if it had never been read. */
    public void forgetInventory() {
        inventory = null;
    }

    @Nullable
    public Inventory inventory() {
        return inventory;
    }

    public void away(String... names) {
        away.addAll(List.of(names));
    }

    public void back(String... names) {
        List.of(names).forEach(away::remove);
    }

    public boolean isAway(String cluster) {
        return away.contains(cluster);
    }

    /** We hear nothing of these clusters' partitions. */
    public void deafTo(String... names) {
        List.of(names).forEach(name -> deaf.add(partitionOf.get(name)));
    }

    public void hearAgain() {
        deaf.clear();
    }

    /**
     * Every cluster is reported at this moment.
     *
     * @param others clusters that are targets still, whether the inventory lists them or not
     * @return whether one has come back
     */
    public boolean report(Set<String> others, Instant now) {
        Map<Integer, PartitionView> before = new HashMap<>(partitions);
        Set<String> known = new TreeSet<>(clusters.keySet());
        known.addAll(others);
        boolean returned = false;
        for (String cluster : known) {
            int partition = requireNonNull(partitionOf.get(cluster));
            if (deaf.contains(partition)) {
                continue;
            }
            ClusterView old = views.get(cluster);
            ClusterView view = Hearing.cluster(old, partition, before.get(partition), !isAway(cluster), INTERVAL, now);
            returned |= old != null && view.returns() != old.returns();
            views.put(cluster, view);
            partitions.put(partition, Hearing.partition(before.get(partition), INTERVAL, now));
        }
        return returned;
    }

    /** What was asked for is read: these partitions are known up to this moment. */
    public void catchUp(Set<Integer> asked, Instant now) {
        asked.forEach(number -> partitions.computeIfPresent(
                number,
                (n, view) -> new PartitionView(view.heardAt(), view.heardSince(), view.interval(), view.deaf(), now)));
    }

    public FleetView view() {
        return new FleetView(inventory, views, partitions);
    }
}
