package io.sternway.executor;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Simulated clusters for the service under test, with an inventory file. */
public final class Clusters implements QuarkusTestResourceLifecycleManager {
    static final List<String> NAMES = List.of("eu-1", "eu-2", "us-1", "us-2");

    private SimulatedFleet fleet;

    /** A field of a test that gets the running fleet. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface Running {}

    @Override
    public Map<String, String> start() {
        fleet = SimulatedFleet.start(NAMES, FleetOptions.defaults().withControllers(new KubernetesControllers()));
        try {
            Path folder = Files.createTempDirectory("executor-it");
            Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig());
            Path inventory = Files.writeString(
                    folder.resolve("inventory.yaml"),
                    NAMES.stream()
                            .map(name -> "- {name: " + name + ", labels: {env: test}, kubeconfig: kubeconfig, context: "
                                    + name + "}")
                            .collect(Collectors.joining("\n", "clusters:\n", "\n")));
            return Map.of(
                    "sternway.clusters.inventory", inventory.toString(),
                    "quarkus.http.test-port", "0",
                    "quarkus.log.category.\"kafka\".level", "ERROR",
                    "quarkus.log.category.\"state.change.logger\".level", "ERROR");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(fleet, new TestInjector.AnnotatedAndMatchesType(Running.class, SimulatedFleet.class));
    }

    @Override
    public void stop() {
        fleet.close();
    }
}
