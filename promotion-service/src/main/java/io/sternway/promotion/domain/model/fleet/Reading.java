package io.sternway.promotion.domain.model.fleet;

import io.sternway.settings.ClusterSelector;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All clusters as they were read at once. Every decision asks what its stages select, and most ask the same: what was
 * found is kept, for as long as the reading is.
 */
public final class Reading {

    /** Of more different selectors the answers are not kept. */
    private static final int MOST_SELECTORS = 1000;

    private final String hash;
    private final SortedMap<String, Map<String, String>> clusters;
    private final Map<ClusterSelector, List<String>> selected = new ConcurrentHashMap<>();

    /**
     * A reading.
     *
     * @param hash which reading
     * @param clusters name to labels
     */
    public Reading(String hash, Map<String, Map<String, String>> clusters) {
        this.hash = hash;
        this.clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
    }

    /** Which reading: two with the same hash have the same clusters. */
    public String hash() {
        return hash;
    }

    /** Name to labels, by name. */
    public SortedMap<String, Map<String, String>> clusters() {
        return clusters;
    }

    /** The names of the clusters that a selector chooses, by name. */
    public List<String> selectedBy(ClusterSelector selector) {
        List<String> known = selected.get(selector);
        return known != null ? known : select(selector);
    }

    private List<String> select(ClusterSelector selector) {
        List<String> found = clusters.entrySet().stream()
                .filter(cluster -> selector.matches(cluster.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (selected.size() < MOST_SELECTORS) {
            selected.put(selector, found);
        }
        return found;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reading reading && hash.equals(reading.hash) && clusters.equals(reading.clusters);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return hash + clusters;
    }
}
