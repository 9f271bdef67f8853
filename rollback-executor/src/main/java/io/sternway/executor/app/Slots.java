package io.sternway.executor.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many workers may be where (X1): bounded in all and for each cluster. A cluster that did not answer gets one worker
 * until it answers, and all such clusters together at most half of the workers, so that dead clusters delay nobody else.
 */
public final class Slots {
    private final int total;
    private final int perCluster;
    private final Map<String, Integer> used = new HashMap<>();
    private final Set<String> silent = new HashSet<>();
    private int busy;

    /**
     * All free.
     *
     * @param total workers in all
     * @param perCluster workers for one cluster
     */
    public Slots(int total, int perCluster) {
        this.total = total;
        this.perCluster = perCluster;
    }

    /** How many more may start. */
    public synchronized int free() {
        return total - busy;
    }

    /** For one cluster that is as it should be. */
    public int perCluster() {
        return perCluster;
    }

    /** How many more may start at clusters that are in use, or do not answer. */
    public synchronized Map<String, Integer> freeAt() {
        int spare =
                Math.max(1, total / 2) - silent.stream().mapToInt(this::used).sum();
        Map<String, Integer> free = new HashMap<>();
        used.forEach((cluster, count) -> free.put(cluster, Math.max(0, perCluster - count)));
        // In a new order each time: one that will never answer does not stand before the others for ever.
        List<String> turns = new ArrayList<>(silent);
        Collections.shuffle(turns);
        for (String cluster : turns) {
            boolean may = used(cluster) == 0 && spare > 0;
            free.put(cluster, may ? 1 : 0);
            spare -= may ? 1 : 0;
        }
        return free;
    }

    /** A worker starts at a cluster. */
    public synchronized void take(String cluster) {
        used.merge(cluster, 1, Integer::sum);
        busy++;
    }

    /** A worker has ended; whether the cluster answered. */
    public synchronized void giveBack(String cluster, boolean answered) {
        used.computeIfPresent(cluster, (name, count) -> count == 1 ? null : count - 1);
        busy--;
        if (answered) {
            silent.remove(cluster);
        } else {
            silent.add(cluster);
        }
    }

    /** Workers that are busy now. */
    public synchronized int busy() {
        return busy;
    }

    private int used(String cluster) {
        return used.getOrDefault(cluster, 0);
    }
}
