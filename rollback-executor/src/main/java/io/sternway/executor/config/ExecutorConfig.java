package io.sternway.executor.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the executor works on clusters. */
@ConfigMapping(prefix = "sternway.executor")
public interface ExecutorConfig {

    /** How many targets this replica works on at once. */
    @WithDefault("32")
    int workers();

    /** How many of them on one cluster. */
    @WithDefault("4")
    int workersPerCluster();

    /** How many calls one attempt has in flight at its cluster. */
    @WithDefault("8")
    int callsPerAttempt();

    /** The most that one call to a cluster takes, its body included. */
    @WithDefault("5s")
    Duration callTimeout();

    /** The most that connecting to a cluster takes. */
    @WithDefault("2s")
    Duration connectTimeout();

    /** How long a worker holds a target without renewing. A dead one's target is taken over after this and a call's time. */
    @WithDefault("10s")
    Duration lease();

    /** How often leases are renewed. */
    @WithDefault("3s")
    Duration leaseRenewal();

    /** How often due targets are looked for when nothing wakes us. */
    @WithDefault("5s")
    Duration pollInterval();
}
