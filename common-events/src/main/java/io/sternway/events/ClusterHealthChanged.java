package io.sternway.events;

import io.sternway.vocabulary.Reachability;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's reachability changed (H11).
 *
 * @param cluster the cluster
 * @param transition counts the changes of this cluster from 1
 * @param from the state before
 * @param to the state now
 * @param reason CamelCase
 * @param message for people
 */
public record ClusterHealthChanged(
        String cluster,
        long transition,
        Reachability from,
        Reachability to,
        @Nullable String reason,
        @Nullable String message) {}
