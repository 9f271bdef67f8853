package io.sternway.executor.kubernetes;

import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A simulated cluster with its controllers. */
final class OneSimulatedCluster implements AutoCloseable {
    private final SimulatedFleet fleet;
    final Cluster cluster;

    private OneSimulatedCluster(SimulatedFleet fleet, Cluster cluster) {
        this.fleet = fleet;
        this.cluster = cluster;
    }

    static OneSimulatedCluster start(Path folder) {
        SimulatedFleet fleet = SimulatedFleet.start(
                List.of(Cluster.NAME), FleetOptions.defaults().withControllers(new KubernetesControllers()));
        try {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig());
            return new OneSimulatedCluster(fleet, new Cluster(kubeconfig, Cluster.NAME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        cluster.close();
        fleet.close();
    }
}
