package io.sternway.sandbox.cluster;

/** A simulated cluster whose API is served by the {@link SimulatedFleet} that it belongs to. */
public interface HostedCluster extends SimulatedCluster {
    /** Writes that were asked for through the API. */
    RequestLog requests();

    /** Open watches end with 410 Gone, and none can start in the past: as after a compaction. */
    void expireWatches();

    /** Open watches end without a word. */
    void cutWatches();
}
