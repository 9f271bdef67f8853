package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.observe.ClusterReads;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionOwnership;

/** Makes the pollers of clusters, which share threads, settings and ports. */
public final class ClusterPollers {

    private final ClusterReads reads;
    private final ObserveCluster observe;
    private final Observations observations;
    private final PollThreads threads;
    private final PollSettings settings;
    private final PollListener listener;

    public ClusterPollers(
            ClusterReads reads,
            ObserveCluster observe,
            Observations observations,
            PollThreads threads,
            PollSettings settings,
            PollListener listener) {
        this.reads = reads;
        this.observe = observe;
        this.observations = observations;
        this.threads = threads;
        this.settings = settings;
        this.listener = listener;
    }

    /** A cluster's poller under an ownership; it does nothing before it is started. */
    public ClusterPoller of(String cluster, PartitionOwnership ownership) {
        return new ClusterPoller(
                new PolledCluster(cluster, ownership, observe, observations, settings),
                new ClusterWatches(cluster, reads),
                threads.forPollers(),
                settings,
                listener);
    }

    /** The cluster is not polled here any more. */
    public void forget(String cluster) {
        reads.forget(cluster);
    }
}
