package io.sternway.watcher.config;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sternway.events.ClusterObserved;
import io.sternway.events.InventoryRead;
import io.sternway.events.ObservedTarget;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.RolloutObserved;
import io.sternway.events.RolloutObserved.ObservedObject;
import io.sternway.events.TargetDeployment;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import io.sternway.vocabulary.ObjectStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatcherIT {

    private static final List<String> CLUSTERS = List.of("eu-1", "eu-2", "us-1", "us-2");

    @TempDir
    static Path folder;

    private static SimulatedFleet fleet;
    private static WatcherStack stack;

    @BeforeAll
    static void startAll() throws IOException {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
        fleet = SimulatedFleet.start(CLUSTERS, FleetOptions.defaults().withControllers(new KubernetesControllers()));
        Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig(Access.READER));
        Files.writeString(folder.resolve("admin"), fleet.kubeconfig(Access.ADMIN));
        stack = new WatcherStack(folder);
        StringBuilder inventory = new StringBuilder("clusters:\n");
        for (String cluster : CLUSTERS) {
            inventory.append("  - {name: %1$s, labels: {env: test}, kubeconfig: kubeconfig, context: %1$s}\n"
                    .formatted(cluster));
        }
        stack.inventory(inventory.toString());
        stack.start("one", Map.of());
    }

    @AfterAll
    static void stopAll() {
        stack.close();
        fleet.close();
    }

    @BeforeEach
    @AfterEach
    void noFaults() {
        fleet.clusters().forEach(cluster -> cluster.faults().clear());
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 an owner claims each partition first; the offset of its claim is the term of what follows")
    void partitionsAreClaimedFirst() {
        await().untilAsserted(() ->
                assertTrue(CLUSTERS.stream().allMatch(name -> !stack.looks(name).isEmpty())));
        for (WatcherStack.Seen record : stack.seen()) {
            if (record.event().data() instanceof ClusterObserved look) {
                WatcherStack.Seen claim = stack.seen().stream()
                        .filter(other -> other.event().data() instanceof PartitionClaimed
                                && other.partition() == record.partition())
                        .findFirst()
                        .orElseThrow();
                assertEquals(claim.offset(), look.sequence().term());
                assertTrue(claim.offset() < record.offset());
            }
        }
    }

    @Test
    @Tag("R6")
    @DisplayName("R6 the owner of partition 0 publishes the inventory as one list")
    void theInventoryIsPublished() {
        await().untilAsserted(() -> {
            InventoryRead read = last(stack.seen(InventoryRead.class));
            assertEquals(
                    CLUSTERS,
                    read.clusters().stream()
                            .map(InventoryRead.InventoryCluster::name)
                            .toList());
        });
    }

    @Test
    @Tag("H1")
    @DisplayName("H1 clusters where nothing is held are looked at too; one in no inventory is ClusterUnknown")
    void everyClusterIsLookedAt() {
        stack.deployed(Shop.record("nowhere", 1, true, List.of()));

        await().untilAsserted(() -> {
            ClusterObserved look = last(stack.looks("nowhere"));
            assertEquals("ClusterUnknown", look.reason());
            assertTrue(stack.looks("us-1").stream().anyMatch(ClusterObserved::reached));
        });
    }

    @Test
    @Tag("H3")
    @DisplayName("H3 a good rollout becomes Current, a crashing one shows its Pods, and putting it back shows none")
    void aRolloutIsFollowed() {
        try (KubernetesClient client = client("eu-1")) {
            stack.deployed(
                    Shop.apply(client, "eu-1", 11, Shop.deployment("good", "ready"), Shop.configMap("settings", "1")));
            await().untilAsserted(() -> {
                RolloutObserved seen = last(stack.rollouts("eu-1"));
                assertEquals(11, seen.epoch());
                assertEquals(
                        List.of(ObjectStatus.Current, ObjectStatus.Current),
                        seen.objects().stream().map(ObservedObject::status).toList());
            });
            await().untilAsserted(() -> assertEquals(
                    List.of(new ObservedTarget("shop", "checkout", 11)),
                    last(stack.looks("eu-1")).targets()));

            stack.deployed(Shop.apply(client, "eu-1", 12, Shop.deployment("good", "crash")));
            await().untilAsserted(() -> {
                ObservedObject object = last(stack.rollouts("eu-1")).objects().get(0);
                assertEquals(12, last(stack.rollouts("eu-1")).epoch());
                assertEquals(ObjectStatus.InProgress, object.status());
                assertTrue(!failedPods(object).isEmpty());
                assertTrue(
                        failedPods(object).stream().allMatch(pod -> pod.reason().equals("CrashLoopBackOff")));
            });

            stack.deployed(Shop.apply(client, "eu-1", 13, Shop.deployment("good", "ready")));
            await().untilAsserted(() -> {
                RolloutObserved seen = last(stack.rollouts("eu-1"));
                assertEquals(13, seen.epoch());
                assertEquals(ObjectStatus.Current, seen.objects().get(0).status());
            });
            assertTrue(stack.rollouts("eu-1").stream()
                    .filter(seen -> seen.epoch() == 13)
                    .allMatch(seen -> failedPods(seen.objects().get(0)).isEmpty()));
        }
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 a cluster that does not answer is Unknown with its cause, and delays no other")
    void anUnreachableClusterIsUnknown() {
        try (KubernetesClient client = client("eu-2")) {
            TargetDeployment record = Shop.apply(client, "eu-2", 21, Shop.deployment("away", "ready"));
            stack.deployed(record);
            await().untilAsserted(() -> assertEquals(
                    ObjectStatus.Current,
                    last(stack.rollouts("eu-2")).objects().get(0).status()));

            fleet.cluster("eu-2").faults().frozen(true);
            await().untilAsserted(() -> {
                assertEquals("Unreachable", last(stack.looks("eu-2")).reason());
                ObservedObject object = last(stack.rollouts("eu-2")).objects().get(0);
                assertEquals(ObjectStatus.Unknown, object.status());
                assertEquals("Unreachable", object.reason());
            });
            int before = stack.looks("us-1").size();
            await().untilAsserted(() -> assertTrue(stack.looks("us-1").size() > before + 1));

            fleet.cluster("eu-2").faults().clear().answer(503);
            await().untilAsserted(() ->
                    assertEquals("ServerError", last(stack.looks("eu-2")).reason()));
            fleet.cluster("eu-2").faults().clear().answer(429);
            await().untilAsserted(() ->
                    assertEquals("Throttled", last(stack.looks("eu-2")).reason()));
            fleet.cluster("eu-2").faults().clear().credentialsExpired(true);
            await().untilAsserted(() ->
                    assertEquals("Unauthorized", last(stack.looks("eu-2")).reason()));
            fleet.cluster("eu-2").faults().clear();
            await().untilAsserted(() -> {
                assertEquals(
                        ObjectStatus.Current,
                        last(stack.rollouts("eu-2")).objects().get(0).status());
                assertTrue(last(stack.looks("eu-2")).reached());
            });
        }
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 a watch shortens the delay: what changes is reported long before the next look is due")
    void aWatchShortensTheDelay() {
        try (KubernetesClient client = client("us-2")) {
            stack.deployed(Shop.seldom(Shop.apply(client, "us-2", 31, Shop.deployment("quick", "ready"))));
            await().untilAsserted(() -> assertEquals(
                    ObjectStatus.Current,
                    last(stack.rollouts("us-2")).objects().get(0).status()));

            stack.deployed(Shop.seldom(Shop.apply(
                    client, "us-2", 32, Shop.deployment("quick", "crash").replace("50ms", "1500ms"))));
            await().untilAsserted(() -> {
                assertEquals(32, last(stack.rollouts("us-2")).epoch());
                assertTrue(!failedPods(last(stack.rollouts("us-2")).objects().get(0))
                        .isEmpty());
            });
        }
    }

    private static KubernetesClient client(String cluster) {
        return new KubernetesClientBuilder()
                .withConfig(
                        Config.fromKubeconfig(cluster, folder.resolve("admin").toFile()))
                .build();
    }

    private static List<RolloutObserved.FailedPod> failedPods(ObservedObject object) {
        RolloutObserved.Workload workload = object.workload();
        assertNotNull(workload);
        return workload.failedPods();
    }

    private static <T> T last(List<T> list) {
        assertTrue(!list.isEmpty(), "nothing was written yet");
        return list.get(list.size() - 1);
    }
}
