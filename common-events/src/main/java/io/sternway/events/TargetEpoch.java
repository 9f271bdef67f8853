package io.sternway.events;

/**
 * A cluster and the epoch that is meant.
 *
 * @param cluster its name
 * @param epoch the target's epoch
 */
public record TargetEpoch(String cluster, long epoch) {}
