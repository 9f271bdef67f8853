package io.sternway.benchmarks.fleet;

import io.sternway.benchmarks.Testbed;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import io.sternway.sandbox.stack.ClusterSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Simulated clusters in a process of their own. Arguments: a folder, how many, and how many milliseconds later each
 * request is answered. Writes {@code kubeconfig} into the folder when they can be called, and runs until its standard
 * input ends.
 */
public final class FleetMain {

    private FleetMain() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        int delay = Integer.parseInt(arguments[2]);
        SimulatedFleet fleet = SimulatedFleet.start(
                Testbed.specs(Integer.parseInt(arguments[1])).stream()
                        .map(ClusterSpec::name)
                        .toList(),
                FleetOptions.defaults().withControllers(new KubernetesControllers()));
        fleet.clusters().forEach(cluster -> cluster.faults().delayMillis(delay));
        Path file = Files.writeString(folder.resolve("kubeconfig.next"), fleet.kubeconfig(Access.ADMIN));
        Files.move(file, folder.resolve(FleetProcess.KUBECONFIG), StandardCopyOption.ATOMIC_MOVE);
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }
}
