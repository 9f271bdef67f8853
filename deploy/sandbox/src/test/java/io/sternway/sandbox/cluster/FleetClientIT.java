package io.sternway.sandbox.cluster;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.sternway.sandbox.cluster.store.BuiltIn;
import io.sternway.sandbox.cluster.store.Meta;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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

/** The client library that the services use finds in a simulated cluster what it finds in a real one. */
class FleetClientIT {
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
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(fleet.server(cluster))
                .withOauthToken(fleet.token(access))
                .withRequestRetryBackoffLimit(0)
                .withRequestTimeout(3000)
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

    private static Deployment deployment(String name) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withReplicas(2)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("shop:1")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
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
    void an_apply_owns_its_fields_and_the_same_again_writes_nothing() {
        PatchContext apply = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("sternway-test")
                .build();
        Deployment first = client.resource(deployment("applied")).patch(apply);
        Deployment again = client.resource(deployment("applied")).patch(apply);
        assertEquals(
                first.getMetadata().getResourceVersion(), again.getMetadata().getResourceVersion());
        assertEquals(
                "sternway-test", first.getMetadata().getManagedFields().get(0).getManager());
        assertEquals("RollingUpdate", first.getSpec().getStrategy().getType());
    }

    @Test
    void a_conflict_names_field_and_manager_in_its_causes() {
        client.resource(deployment("fought")).fieldManager("creator").serverSideApply();
        Deployment other = new DeploymentBuilder(deployment("fought"))
                .editSpec()
                .withReplicas(5)
                .endSpec()
                .build();
        KubernetesClientException refused = refused(
                409, () -> client.resource(other).fieldManager("sternway-test").serverSideApply());
        var cause = refused.getStatus().getDetails().getCauses().get(0);
        assertEquals("FieldManagerConflict", cause.getReason());
        assertEquals(".spec.replicas", cause.getField());
        assertEquals("conflict with \"creator\"", cause.getMessage());
    }

    @Test
    void generic_resources_need_no_discovery_and_lists_page_by_label() {
        for (int i = 0; i < 5; i++) {
            ConfigMap map = configMap("page-" + i, "1");
            map.getMetadata().setLabels(Map.of("paged", "yes"));
            client.resource(map).create();
        }
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withVersion("v1")
                .withKind("ConfigMap")
                .withPlural("configmaps")
                .withNamespaced(true)
                .build();
        var first = client.genericKubernetesResources(context)
                .inAnyNamespace()
                .withLabelSelector("paged in (yes,no),!other")
                .list(new ListOptionsBuilder().withLimit(2L).build());
        assertEquals(List.of("page-0", "page-1"), names(first.getItems()));
        var second = client.genericKubernetesResources(context)
                .inAnyNamespace()
                .withLabelSelector("paged in (yes,no),!other")
                .list(new ListOptionsBuilder()
                        .withLimit(2L)
                        .withContinue(first.getMetadata().getContinue())
                        .build());
        assertEquals(List.of("page-2", "page-3"), names(second.getItems()));
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
    void a_custom_kind_is_served_some_time_after_its_definition_and_goes_with_it() {
        String definition = """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.example.io}
                spec:
                  group: example.io
                  scope: Namespaced
                  names: {kind: Widget, plural: widgets}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec: {type: object, properties: {size: {type: integer, minimum: 1}}}
                          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """;
        client.load(new ByteArrayInputStream(definition.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
        ResourceDefinitionContext widgets = new ResourceDefinitionContext.Builder()
                .withGroup("example.io")
                .withVersion("v1")
                .withKind("Widget")
                .withPlural("widgets")
                .withNamespaced(true)
                .build();
        GenericKubernetesResource widget = new GenericKubernetesResource();
        widget.setApiVersion("example.io/v1");
        widget.setKind("Widget");
        widget.setMetadata(
                new ObjectMetaBuilder().withName("w").withNamespace("default").build());
        widget.setAdditionalProperty("spec", Map.of("size", 0));
        var served = client.genericKubernetesResources(widgets).inNamespace("default");
        await().ignoreExceptions()
                .untilAsserted(() -> assertTrue(served.list().getItems().isEmpty()));
        refused(422, () -> served.resource(widget).create());
        widget.setAdditionalProperty("spec", Map.of("size", 3));
        assertEquals(1, served.resource(widget).create().getMetadata().getGeneration());
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("widgets.example.io")
                .delete();
        await().untilAsserted(() -> assertNull(client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("widgets.example.io")
                .get()));
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
        assertThrows(
                KubernetesClientException.class,
                () -> client.resource(configMap("late", "1")).create());
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

    private static List<String> names(List<? extends HasMetadata> objects) {
        return objects.stream().map(object -> object.getMetadata().getName()).toList();
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
    void a_reader_reads_and_may_not_write() {
        try (KubernetesClient reader = client("eu-1", Access.READER)) {
            assertEquals(4, reader.namespaces().list().getItems().size());
            KubernetesClientException refused =
                    refused(403, () -> reader.resource(configMap("no", "1")).create());
            assertTrue(String.valueOf(refused.getMessage())
                    .contains("configmaps is forbidden: User \"reader\" cannot create resource"
                            + " \"configmaps\" in API group \"\" in the namespace \"default\""));
        }
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

    @Test
    void other_processes_turn_switches_and_read_the_log_over_http() throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        URI sim = URI.create("http://127.0.0.1:" + fleet.port() + "/_sim/clusters/eu-2/");
        http.send(
                HttpRequest.newBuilder(sim.resolve("faults"))
                        .method("PATCH", BodyPublishers.ofString("{\"answer\": 503}"))
                        .build(),
                BodyHandlers.ofString());
        assertEquals(503, fleet.cluster("eu-2").faults().answer());
        http.send(HttpRequest.newBuilder(sim.resolve("faults")).DELETE().build(), BodyHandlers.ofString());
        assertEquals(0, fleet.cluster("eu-2").faults().answer());
        try (KubernetesClient second = client("eu-2", Access.ADMIN)) {
            ConfigMap map = configMap("logged", "1");
            map.getMetadata().setAnnotations(Map.of("sternway.io/epoch", "7"));
            second.resource(map).fieldManager("sternway-x").serverSideApply();
        }
        String log = http.send(
                        HttpRequest.newBuilder(sim.resolve("writes?after=0")).build(), BodyHandlers.ofString())
                .body();
        JsonNode last = Yaml.node(log).get(Yaml.node(log).size() - 1);
        assertEquals("sternway-x", last.path("manager").asText());
        assertEquals("7", last.path("epoch").asText());
        assertEquals(201, last.path("status").asInt());
    }
}
