package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.ClusterReads;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionOwnership;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Makes the pollers of clusters, which share threads, settings and ports. */
public final class ClusterPollers {

    private final ClusterReads reads;
    private final ObserveCluster observe;
    private final Observations observations;
    private final PollThreads threads;
    private final PollSettings settings;
    private final BiConsumer<ClusterObservation, Duration> looked;

    /** @param looked told of each look and how long it took, for metrics and logs */
    public ClusterPollers(
            ClusterReads reads,
            ObserveCluster observe,
            Observations observations,
            PollThreads threads,
            PollSettings settings,
            BiConsumer<ClusterObservation, Duration> looked) {
        this.reads = reads;
        this.observe = observe;
        this.observations = observations;
        this.threads = threads;
        this.settings = settings;
        this.looked = looked;
    }

    /** A cluster's poller under an ownership; it does nothing before it is started. */
    ClusterPoller of(String cluster, PartitionOwnership ownership) {
        return new ClusterPoller(
                new PolledCluster(cluster, ownership, observe, observations, settings),
                new ClusterWatches(cluster, reads),
                threads,
                settings,
                looked);
    }

    /** The cluster is not polled here any more. */
    void forget(String cluster) {
        reads.forget(cluster);
    }
}
