package io.sternway.events;

/**
 * The first record of a watcher replica that took over a partition; its offset is the replica's term.
 *
 * @param partition the partition
 * @param replica who claims it, for people
 */
public record PartitionClaimed(int partition, String replica) {}
