package io.sternway.promotion.domain.model;

import java.util.Set;

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
}
