package io.sternway.promotion.domain.model;

import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A stage's whole content, by hash.
 *
 * @param hash SHA-256 of its canonical form
 * @param labels keys of cluster labels that its placeholders name: a cluster without one of them cannot have it
 */
public record Snapshot(String hash, Set<String> labels) {

    public Snapshot {
        labels = Set.copyOf(labels);
    }

    /** Labels that a cluster would need and does not have; none if it can have the content. */
    public SortedSet<String> missing(Map<String, String> of) {
        SortedSet<String> missing = new TreeSet<>(labels);
        missing.removeAll(of.keySet());
        return missing;
    }
}
