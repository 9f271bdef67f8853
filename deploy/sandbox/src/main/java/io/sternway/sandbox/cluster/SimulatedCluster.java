package io.sternway.sandbox.cluster;

import io.sternway.sandbox.cluster.store.ObjectStore;
import java.util.concurrent.ScheduledExecutorService;

/** One simulated cluster. Its API is served by the {@link SimulatedFleet} that it belongs to. */
public interface SimulatedCluster {
    /** A DNS label. */
    String name();

    ObjectStore store();

    Faults faults();

    /** Writes that were asked for through the API. */
    RequestLog requests();

    /** Open watches end with 410 Gone, and none can start in the past: as after a compaction. */
    void expireWatches();

    /** Open watches end without a word. */
    void cutWatches();

    /** Shared by all clusters of the fleet, few threads: run short tasks only, never wait in one. */
    ScheduledExecutorService scheduler();
}
