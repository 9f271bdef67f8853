package io.sternway.sandbox.cluster;

import io.sternway.sandbox.cluster.store.ObjectStore;
import java.util.concurrent.ScheduledExecutorService;

/** One simulated cluster, from the inside: what controllers see of it. */
public interface SimulatedCluster {
    /** A DNS label. */
    String name();

    ObjectStore store();

    Faults faults();

    /** Shared by all clusters of the fleet, few threads: run short tasks only, never wait in one. */
    ScheduledExecutorService scheduler();
}
