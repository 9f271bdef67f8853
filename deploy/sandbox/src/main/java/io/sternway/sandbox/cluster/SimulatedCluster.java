package io.sternway.sandbox.cluster;

import io.sternway.sandbox.cluster.store.ClusterStore;
import java.util.concurrent.ScheduledExecutorService;

/** One simulated cluster, from the inside: what controllers see of it. */
public interface SimulatedCluster {
    /** A DNS label. */
    String name();

    ClusterStore store();

    Faults faults();

    /** Shared by all clusters of the fleet, few threads: run short tasks only, never wait in one. */
    ScheduledExecutorService scheduler();
}
