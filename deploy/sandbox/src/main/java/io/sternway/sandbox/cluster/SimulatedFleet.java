package io.sternway.sandbox.cluster;

import io.sternway.sandbox.cluster.api.FleetServer;
import java.util.Collection;
import java.util.List;

/**
 * Simulated clusters in this process behind one HTTP port of 127.0.0.1: cluster {@code eu-1} is served at {@code
 * http://127.0.0.1:PORT/clusters/eu-1}. Switches and logs for other processes are at {@code /_sim} (docs in {@code
 * api}).
 */
public interface SimulatedFleet extends AutoCloseable {

    static SimulatedFleet start(List<String> names, FleetOptions options) {
        return FleetServer.start(names, options);
    }

    static SimulatedFleet start(String... names) {
        return start(List.of(names), FleetOptions.defaults());
    }

    int port();

    /** IllegalArgumentException for an unknown name. */
    HostedCluster cluster(String name);

    Collection<HostedCluster> clusters();

    /** The URL of a cluster's API. */
    String server(String name);

    String token(Access access);

    /** One context for each cluster, named like it. */
    String kubeconfig(Access access);

    /** The same for kubectl, which sends no token over plain HTTP: its URLs hold the token. */
    String kubectlConfig(Access access);

    default String kubeconfig() {
        return kubeconfig(Access.ADMIN);
    }

    /** Ends controllers, watches and the server. */
    @Override
    void close();
}
