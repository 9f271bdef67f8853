package io.sternway.executor.kubernetes;

import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.SimulatedFleet;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a simulated cluster. */
class SimulatedDeliveryIT extends FaultContract {
    @TempDir
    static Path folder;

    private static SimulatedFleet fleet;
    private static Cluster cluster;

    @BeforeAll
    static void up() throws IOException {
        fleet = SimulatedFleet.start(
                List.of(Cluster.NAME), FleetOptions.defaults().withControllers(new KubernetesControllers()));
        cluster = new Cluster(Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig()), Cluster.NAME);
    }

    @AfterAll
    static void down() {
        cluster.close();
        fleet.close();
    }

    @Override
    Cluster cluster() {
        return cluster;
    }
}
