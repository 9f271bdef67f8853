package io.sternway.events;

import java.util.Map;

/**
 * One cluster of a command.
 *
 * @param cluster its name
 * @param epoch the epoch drawn for this target and dispatch; positive, below 2^53, never drawn twice
 * @param labels the cluster's labels as they are to be substituted; the executor uses these and nothing newer
 * @param contentHash SHA-256 of the content after substitution, canonical form
 */
public record CommandTarget(String cluster, long epoch, Map<String, String> labels, String contentHash) {

    public CommandTarget {
        labels = Map.copyOf(labels);
    }
}
