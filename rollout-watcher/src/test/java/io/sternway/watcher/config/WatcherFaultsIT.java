package io.sternway.watcher.config;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sternway.events.ClusterObserved;
import io.sternway.events.ClusterPartitioner;
import io.sternway.events.DeadLetter;
import io.sternway.events.InventoryRead;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.RolloutObserved.Workload;
import io.sternway.events.Topic;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatcherFaultsIT {

    private static final List<String> CLUSTERS =
            IntStream.range(0, 12).mapToObj(i -> "c-" + i).toList();

    @TempDir
    Path folder;

    private SimulatedFleet fleet;
    private WatcherStack stack;

    @BeforeEach
    void startAll() throws IOException {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(40));
        fleet = SimulatedFleet.start(CLUSTERS, FleetOptions.defaults().withControllers(new KubernetesControllers()));
        Files.writeString(folder.resolve("kubeconfig"), fleet.kubeconfig(Access.READER));
        stack = new WatcherStack(folder);
        stack.inventory(inventory(CLUSTERS));
    }

    @AfterEach
    void stopAll() {
        stack.close();
        fleet.close();
    }

    @Test
    @Tag("R6")
    @DisplayName("R6 a truncated or unreadable inventory publishes nothing, and its clusters are still looked at")
    void aBrokenInventoryPublishesNothing() {
        stack.start("one", Map.of());
        await().untilAsserted(
                        () -> assertEquals(1, stack.seen(InventoryRead.class).size()));

        stack.inventory(inventory(CLUSTERS).substring(0, 130));
        int before = stack.looks("c-11").size();
        await().untilAsserted(() -> assertTrue(stack.looks("c-11").size() > before + 3));
        assertEquals(1, stack.seen(InventoryRead.class).size());

        stack.inventory(inventory(CLUSTERS.subList(0, 6)));
        await().untilAsserted(
                        () -> assertEquals(2, stack.seen(InventoryRead.class).size()));
        assertEquals(6, last(stack.seen(InventoryRead.class)).clusters().size());
    }

    @Test
    @Tag("R6")
    @DisplayName("R6 a cluster that vanishes is still reached while a target is held there; after a restart it is"
            + " ClusterUnknown, never gone")
    void aVanishedClusterIsStillReached() {
        stack.deployed(Shop.record("c-7", 4, true, List.of()));
        stack.start("one", Map.of());
        await().untilAsserted(() -> assertTrue(last(stack.looks("c-7")).reached()));

        stack.inventory(inventory(CLUSTERS.subList(0, 7)));
        await().untilAsserted(() ->
                assertEquals(7, last(stack.seen(InventoryRead.class)).clusters().size()));
        int before = stack.looks("c-7").size();
        await().untilAsserted(() -> assertTrue(stack.looks("c-7").size() > before + 2));
        assertTrue(last(stack.looks("c-7")).reached());

        stack.stop("one");
        stack.start("two", Map.of());
        await().untilAsserted(() ->
                assertEquals("ClusterUnknown", last(stack.looks("c-7")).reason()));
    }

    @Test
    @Tag("H5")
    @DisplayName(
            "H5 with two replicas each cluster has one owner; when one goes, the other takes over with higher terms")
    void partitionsHaveOneOwner() {
        stack.start("one", Map.of());
        await().untilAsserted(() ->
                CLUSTERS.forEach(name -> assertFalse(stack.looks(name).isEmpty())));
        stack.start("two", Map.of());
        await().untilAsserted(() ->
                assertTrue(claims().stream().anyMatch(claim -> claim.replica().equals("two"))));
        stack.stop("one");

        await().untilAsserted(() -> CLUSTERS.forEach(name -> assertEquals("two", ownerOf(name))));
        Map<Integer, Long> terms = new HashMap<>();
        for (WatcherStack.Seen record : stack.seen()) {
            if (record.event().data() instanceof ClusterObserved look) {
                long term = look.sequence().term();
                assertTrue(term >= terms.getOrDefault(record.partition(), 0L), "terms do not go back");
                terms.put(record.partition(), term);
            }
        }
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 while the broker is away nothing piles up, and reports go on with the newest state afterwards")
    void theBrokerMayBeAway() {
        stack.start("one", Map.of("sternway.watcher.report-timeout", "2s"));
        await().untilAsserted(() -> assertFalse(stack.looks("c-3").isEmpty()));

        stack.broker().close();
        fleet.cluster("c-3").faults().answer(503);
        stack.broker().start();

        await().untilAsserted(() ->
                assertEquals("ServerError", last(stack.looks("c-3")).reason()));
        fleet.cluster("c-3").faults().clear();
        await().untilAsserted(() -> assertTrue(last(stack.looks("c-3")).reached()));
    }

    @Test
    @DisplayName("a record that cannot be read is a dead letter, and the watch list goes on")
    void anUnreadableRecordIsADeadLetter() {
        int partition = ClusterPartitioner.partition("c-5", Topic.DEPLOYMENTS.defaultPartitions());
        stack.send(new ProducerRecord<>(
                Topic.DEPLOYMENTS.topicName(),
                partition,
                "c-5/shop/broken",
                "no event".getBytes(StandardCharsets.UTF_8)));
        stack.deployed(Shop.record("c-5", 4, true, List.of()));
        stack.start("one", Map.of());

        await().untilAsserted(() -> {
            DeadLetter letter = last(stack.seen(DeadLetter.class));
            assertEquals("NotACloudEvent", letter.reason());
            assertEquals("c-5/shop/broken", letter.key());
            assertEquals(1, last(stack.looks("c-5")).targets().size());
        });

        stack.released(Shop.record("c-5", 4, true, List.of()));
        await().untilAsserted(
                        () -> assertEquals(List.of(), last(stack.looks("c-5")).targets()));
    }

    @Test
    @DisplayName("a record that no handler expected is a dead letter with its reason, and the watch list goes on")
    void anUnexpectedRecordIsADeadLetter() {
        stack.deployed(Shop.at(
                Shop.record("c-5", 4, true, List.of()), Duration.ofSeconds(1), Duration.ofSeconds(Long.MAX_VALUE)));
        stack.deployed(Shop.record("c-6", 4, true, List.of()));
        stack.start("one", Map.of());

        await().untilAsserted(() -> {
            DeadLetter letter = last(stack.seen(DeadLetter.class));
            assertEquals("HandlerFailed", letter.reason());
            assertEquals(Shop.record("c-5", 4, true, List.of()).target().key(), letter.key());
            assertEquals(1, last(stack.looks("c-6")).targets().size());
            assertFalse(stack.looks("c-5").isEmpty());
        });
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 a Pod that fails is looked at at once, however long a cluster is left alone between looks")
    void aFailureIsLookedAtOutOfTurn() throws IOException {
        Files.writeString(folder.resolve("admin"), fleet.kubeconfig(Access.ADMIN));
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig("c-1", folder.resolve("admin").toFile()))
                .build()) {
            stack.deployed(Shop.seldom(
                    Shop.apply(client, "c-1", 4, Shop.deployment("web", "crash").replace("50ms", "5s"))));
        }
        stack.start("one", Map.of("sternway.watcher.gap", "5m"));
        await().untilAsserted(() -> assertFalse(stack.rollouts("c-1").isEmpty()));

        await().untilAsserted(() -> {
            Workload numbers = last(stack.rollouts("c-1")).objects().get(0).workload();
            assertNotNull(numbers);
            assertFalse(numbers.failedPods().isEmpty());
        });
    }

    private List<PartitionClaimed> claims() {
        return stack.seen(PartitionClaimed.class);
    }

    /** Who claimed the term under which the cluster was last looked at. */
    private String ownerOf(String cluster) {
        ClusterObserved look = last(stack.looks(cluster));
        int partition = ClusterPartitioner.partition(cluster, Topic.OBSERVATIONS.defaultPartitions());
        return stack.seen().stream()
                .filter(record -> record.partition() == partition
                        && record.offset() == look.sequence().term())
                .map(record -> record.event().data())
                .filter(PartitionClaimed.class::isInstance)
                .map(PartitionClaimed.class::cast)
                .findFirst()
                .orElseThrow()
                .replica();
    }

    private static String inventory(List<String> clusters) {
        StringBuilder text = new StringBuilder("clusters:\n");
        for (String cluster : clusters) {
            text.append("  - {name: %1$s, kubeconfig: kubeconfig, context: %1$s}\n".formatted(cluster));
        }
        return text.toString();
    }

    private static <T> T last(List<T> list) {
        assertTrue(!list.isEmpty(), "nothing was written yet");
        return list.get(list.size() - 1);
    }
}
