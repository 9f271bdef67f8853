package io.sternway.executor;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Five hundred simulated clusters. */
public final class Fleet implements QuarkusTestResourceLifecycleManager {
    private SimulatedFleet fleet;

    public static List<String> names() {
        return IntStream.range(0, Integer.getInteger("sternway.rate.clusters", 500))
                .mapToObj(i -> "c-" + i)
                .toList();
    }

    @Override
    public Map<String, String> start() {
        fleet = SimulatedFleet.start(names(), FleetOptions.defaults());
        try {
            Path folder = Files.createTempDirectory("executor-rate");
            Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig());
            Path inventory = Files.writeString(
                    folder.resolve("inventory.yaml"),
                    names().stream()
                            .map(name -> "- {name: " + name + ", labels: {env: test}, kubeconfig: kubeconfig, context: "
                                    + name + "}")
                            .collect(Collectors.joining("\n", "clusters:\n", "\n")));
            return Map.of(
                    "sternway.clusters.inventory", inventory.toString(),
                    "quarkus.http.test-port", "0",
                    "sternway.executor.call-timeout", "30s",
                    "sternway.executor.lease", "60s",
                    "quarkus.log.category.\"io.sternway.executor.attempts\".level", "WARN",
                    "quarkus.log.category.\"kafka\".level", "ERROR",
                    "quarkus.log.category.\"state.change.logger\".level", "ERROR");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        fleet.close();
    }
}
