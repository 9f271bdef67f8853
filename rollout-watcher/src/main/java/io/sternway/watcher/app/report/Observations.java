package io.sternway.watcher.app.report;

import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.TargetObservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Where what was seen is reported (H5). Each report completes when it is stored, exceptionally if it is not; reports of
 * one partition are stored in the order in which they were made.
 */
public interface Observations {

    /** Claims a partition. */
    CompletableFuture<PartitionClaim> claim(int partition);

    /** What a target's objects look like. */
    CompletableFuture<?> target(Stamp stamp, TargetObservation look);

    /**
     * The end of a look at a cluster.
     *
     * @param interval how long until the next look, at most
     * @param seen the targets that were looked at and whose report is stored
     */
    CompletableFuture<?> cluster(Stamp stamp, ClusterObservation look, Duration interval, List<TargetObservation> seen);

    /**
     * Orders the reports of a partition.
     *
     * @param partition the partition
     * @param term the owner's term
     * @param counter counts the owner's reports from 1
     */
    record Stamp(int partition, long term, long counter) {}
}
