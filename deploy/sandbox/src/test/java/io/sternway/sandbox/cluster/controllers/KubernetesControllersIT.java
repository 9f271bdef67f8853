package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.model.BuiltIn.DEPLOYMENTS;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.model.Write;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How the controllers work; what they do is the contract's. */
class KubernetesControllersIT {
    private final Map<String, Controllers.Running> running = new ConcurrentHashMap<>();
    private final SimulatedFleet fleet =
            SimulatedFleet.start(List.of("one", "two"), FleetOptions.defaults().withControllers(this::start));
    private final SimulatedCluster cluster = fleet.cluster("one");

    private Controllers.Running start(SimulatedCluster of) {
        Controllers.Running controllers = new KubernetesControllers().start(of);
        running.put(of.name(), controllers);
        return controllers;
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    private void apply(String name, int replicas) {
        ObjectNode deployment = Json.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        deployment.putObject("metadata").put("name", name).put("namespace", "default");
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("selector").putObject("matchLabels").put("app", name);
        ObjectNode template = spec.putObject("template");
        ObjectNode metadata = template.putObject("metadata");
        metadata.putObject("labels").put("app", name);
        metadata.putObject("annotations").put("sternway.io/pod-delay", "1ms");
        template.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "a")
                .put("image", "b");
        cluster.store().apply(DEPLOYMENTS, Subresource.MAIN, "default", deployment, false, Write.by("test"));
    }

    private int available(String name) {
        JsonNode deployment = cluster.store().get(DEPLOYMENTS, "default", name);
        return deployment == null
                ? 0
                : deployment.path("status").path("availableReplicas").asInt();
    }

    @Test
    void aClusterAtRestWritesNothing() {
        apply("web", 3);
        await().until(() -> available("web") == 3);
        await().pollInterval(Duration.ofMillis(300)).until(new Callable<Boolean>() {
            private long before;

            @Override
            public Boolean call() {
                long now = cluster.store().resourceVersion();
                boolean same = now == before;
                before = now;
                return same;
            }
        });
        assertEquals(3, available("web"));
    }

    @Test
    @DisplayName("H3 dead controllers observe nothing, and catch up when they are back")
    void deadControllersObserveNothingAndCatchUp() {
        cluster.faults().controllersDead(true);
        apply("web", 2);
        await().during(Duration.ofMillis(200))
                .until(() -> cluster.store().list(PODS, "default").isEmpty());
        assertFalse(cluster.store()
                .list(DEPLOYMENTS, "default")
                .get(0)
                .path("status")
                .has("observedGeneration"));
        cluster.faults().controllersDead(false);
        await().until(() -> available("web") == 2);
    }

    @Test
    void controllersThatStartAnewTakeUpWhatIsThere() {
        apply("web", 2);
        await().until(() -> available("web") == 2);
        List<String> pods = podNames();
        Objects.requireNonNull(running.get("one")).close();
        // As after a restart: the new ones see Pods before they see who owns them.
        try (Controllers.Running again = new KubernetesControllers().start(cluster)) {
            apply("web", 3);
            await().until(() -> available("web") == 3);
            assertTrue(podNames().containsAll(pods), "nothing was collected by mistake");
        }
    }

    private List<String> podNames() {
        return cluster.store().list(PODS, "default").stream().map(Meta::name).toList();
    }

    @Test
    void clustersDoNotSeeEachOther() {
        fleet.cluster("two").faults().controllersDead(true);
        apply("web", 1);
        await().until(() -> available("web") == 1);
        assertEquals(List.of(), fleet.cluster("two").store().list(DEPLOYMENTS, null));
    }
}
