package io.sternway.sandbox.cluster.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.cluster.Yaml;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Meta;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What only a simulated fleet has: faults, its log of writes, its state. The rest is the contract's. */
class SimulatedFleetIT {
    private static SimulatedFleet fleet;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        fleet = SimulatedFleet.start("eu-1", "eu-2");
        client = client("eu-1", Access.ADMIN);
    }

    @AfterAll
    static void stop() {
        client.close();
        fleet.close();
    }

    @AfterEach
    void mend() {
        fleet.clusters().forEach(cluster -> cluster.faults().clear());
    }

    private static KubernetesClient client(String cluster, Access access) {
        return client(cluster, access, 20_000);
    }

    private static KubernetesClient client(String cluster, Access access, int patienceMillis) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(fleet.server(cluster))
                .withOauthToken(fleet.token(access))
                .withRequestRetryBackoffLimit(0)
                .withRequestTimeout(patienceMillis)
                .withWatchReconnectInterval(50)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static ConfigMap configMap(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToLabels("test", name)
                .endMetadata()
                .addToData("a", value)
                .build();
    }

    @Test
    void an_object_can_be_created_read_changed_and_deleted() {
        ConfigMap created = client.resource(configMap("crud", "1")).create();
        assertNotNull(created.getMetadata().getUid());
        ConfigMap edited = client.configMaps()
                .inNamespace("default")
                .withName("crud")
                .edit(map -> new ConfigMapBuilder(map).addToData("b", "2").build());
        assertEquals(Map.of("a", "1", "b", "2"), edited.getData());
        client.configMaps().inNamespace("default").withName("crud").delete();
        assertNull(client.configMaps().inNamespace("default").withName("crud").get());
    }

    @Test
    void a_watch_hears_every_change_and_410_when_it_is_expired() {
        List<String> heard = new CopyOnWriteArrayList<>();
        AtomicReference<WatcherException> ended = new AtomicReference<>();
        Watcher<ConfigMap> watcher = new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap map) {
                heard.add(action + " " + map.getMetadata().getName());
            }

            @Override
            public void onClose(WatcherException cause) {
                ended.set(cause);
            }
        };
        try (Watch watch = client.configMaps()
                .inNamespace("default")
                .withLabel("test", "watched")
                .watch(watcher)) {
            client.resource(configMap("watched", "1")).create();
            client.configMaps()
                    .inNamespace("default")
                    .withName("watched")
                    .edit(map -> new ConfigMapBuilder(map).addToData("b", "2").build());
            client.configMaps().inNamespace("default").withName("watched").delete();
            await().untilAsserted(
                            () -> assertEquals(List.of("ADDED watched", "MODIFIED watched", "DELETED watched"), heard));
            fleet.cluster("eu-1").expireWatches();
            await().untilAsserted(() -> assertNotNull(ended.get()));
            assertTrue(Objects.requireNonNull(ended.get()).isHttpGone());
        }
    }

    @Test
    void an_informer_survives_cut_and_expired_watches() {
        List<String> heard = new CopyOnWriteArrayList<>();
        ResourceEventHandler<ConfigMap> handler = new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {
                heard.add("+" + map.getMetadata().getName());
            }

            @Override
            public void onUpdate(ConfigMap old, ConfigMap map) {}

            @Override
            public void onDelete(ConfigMap map, boolean unknown) {}
        };
        try (KubernetesClient second = client("eu-2", Access.ADMIN);
                var informer = second.configMaps().inNamespace("default").inform(handler, 0)) {
            second.resource(configMap("one", "1")).create();
            await().untilAsserted(() -> assertTrue(heard.contains("+one")));
            fleet.cluster("eu-2").cutWatches();
            second.resource(configMap("two", "1")).create();
            await().untilAsserted(() -> assertTrue(heard.contains("+two")));
            fleet.cluster("eu-2").expireWatches();
            second.resource(configMap("three", "1")).create();
            await().untilAsserted(() -> assertTrue(heard.contains("+three")));
            assertTrue(informer.isRunning());
        }
    }

    @Test
    void faults_look_to_a_client_as_they_do_in_life() {
        Faults faults = fleet.cluster("eu-1").faults();
        faults.unreachable(true);
        assertCode(-1);
        faults.clear().answer(503);
        assertCode(503);
        faults.clear().answer(429);
        assertCode(429);
        faults.clear().credentialsExpired(true);
        assertCode(401);
        faults.clear().frozen(true);
        try (KubernetesClient impatient = client("eu-1", Access.ADMIN, 1_000)) {
            assertThrows(
                    KubernetesClientException.class,
                    () -> impatient.resource(configMap("late", "1")).create());
        }
        assertNull(fleet.cluster("eu-1").store().get(BuiltIn.CONFIG_MAPS, "default", "late"));
        faults.clear();
        await().untilAsserted(() -> assertNotNull(
                client.configMaps().inNamespace("default").withName("late").get()));
    }

    private static void assertCode(int code) {
        refused(code, () -> client.configMaps().inNamespace("default").list());
    }

    private static KubernetesClientException refused(int code, Executable call) {
        KubernetesClientException refused = assertThrows(KubernetesClientException.class, call);
        assertEquals(code, refused.getCode(), refused.getMessage());
        return refused;
    }

    @Test
    void a_write_whose_answer_is_lost_has_taken_effect_and_is_in_the_log() {
        fleet.cluster("eu-1").faults().resetsAfterWrite(1);
        assertThrows(
                KubernetesClientException.class,
                () -> client.resource(configMap("lost", "1")).create());
        assertNotNull(
                client.configMaps().inNamespace("default").withName("lost").get());
        assertTrue(fleet.cluster("eu-1").requests().after(0).stream()
                .anyMatch(entry -> entry.path().endsWith("/configmaps")));
    }

    @Test
    void the_log_of_writes_says_who_wrote_in_which_epoch() {
        try (KubernetesClient second = client("eu-2", Access.ADMIN)) {
            ConfigMap map = configMap("logged", "1");
            map.getMetadata().setAnnotations(Map.of("sternway.io/epoch", "7"));
            second.resource(map).fieldManager("sternway-x").serverSideApply();
        }
        List<RequestLog.Entry> log = fleet.cluster("eu-2").requests().after(0);
        RequestLog.Entry last = log.get(log.size() - 1);
        assertEquals("sternway-x", last.manager());
        assertEquals("7", last.epoch());
        assertEquals(201, last.status());
    }

    @Test
    void a_fleet_that_is_started_again_goes_on_from_its_state(@TempDir Path folder) {
        FleetOptions kept = FleetOptions.defaults().withState(folder);
        String token;
        String version;
        try (SimulatedFleet first = SimulatedFleet.start(List.of("kept"), kept)) {
            token = first.token(Access.ADMIN);
            version = Meta.resourceVersion(first.cluster("kept")
                    .store()
                    .create(
                            BuiltIn.CONFIG_MAPS,
                            Yaml.object("{metadata: {name: c, namespace: default}, data: {a: b}}"),
                            "m"));
        }
        try (SimulatedFleet second = SimulatedFleet.start(List.of("kept"), kept)) {
            assertEquals(token, second.token(Access.ADMIN));
            assertEquals(
                    version,
                    Meta.resourceVersion(second.cluster("kept")
                            .store()
                            .list(BuiltIn.CONFIG_MAPS, null)
                            .get(0)));
        }
    }
}
