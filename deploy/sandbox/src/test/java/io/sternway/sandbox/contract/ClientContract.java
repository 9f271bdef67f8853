package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The same through fabric8's client, as the executor and the watcher use it. */
interface ClientContract {
    private static PatchContext apply(boolean force) {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("sternway")
                .withForce(force)
                .build();
    }

    private static ConfigMap read(Space space, String yaml) {
        return space.api().client().getKubernetesSerialization().unmarshal(yaml, ConfigMap.class);
    }

    @Test
    @DisplayName("K4 a conflict's causes reach the caller")
    default void aConflictsCausesReachTheCaller(Space space) {
        KubernetesClient client = space.api().client();
        space.apply("other", configMap("c", "a: '1'")).is(201);
        KubernetesClientException conflict = assertThrows(
                KubernetesClientException.class,
                () -> client.configMaps()
                        .inNamespace(space.namespace())
                        .withName("c")
                        .patch(apply(false), read(space, configMap("c", "a: '2'"))));
        assertEquals(409, conflict.getCode());
        Status status = conflict.getStatus();
        assertEquals(
                "FieldManagerConflict", status.getDetails().getCauses().get(0).getReason());
        assertEquals(".data.a", status.getDetails().getCauses().get(0).getField());
        ConfigMap forced = client.configMaps()
                .inNamespace(space.namespace())
                .withName("c")
                .patch(apply(true), read(space, configMap("c", "a: '2'")));
        assertEquals("2", forced.getData().get("a"));
    }

    @Test
    default void aGenericResourceNeedsNoDiscovery(Space space) {
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup("apps")
                .withVersion("v1")
                .withKind("Deployment")
                .withPlural("deployments")
                .withNamespaced(true)
                .build();
        KubernetesClient client = space.api().client();
        GenericKubernetesResource wanted = client.getKubernetesSerialization()
                .unmarshal(deployment("web", 1, "ready"), GenericKubernetesResource.class);
        wanted.getMetadata().setNamespace(space.namespace());
        GenericKubernetesResource applied = client.genericKubernetesResources(context)
                .inNamespace(space.namespace())
                .resource(wanted)
                .patch(apply(false));
        assertEquals(1, applied.getMetadata().getGeneration());
        Deployment ready = client.apps()
                .deployments()
                .inNamespace(space.namespace())
                .withName("web")
                .waitUntilCondition(
                        now -> now != null
                                && now.getStatus() != null
                                && Integer.valueOf(1).equals(now.getStatus().getAvailableReplicas()),
                        60,
                        TimeUnit.SECONDS);
        assertEquals(1, ready.getStatus().getObservedGeneration());
    }

    @Test
    default void whatIsAbsentIsNull(Space space) {
        KubernetesClient client = space.api().client();
        assertNull(
                client.configMaps().inNamespace(space.namespace()).withName("c").get());
        assertTrue(client.configMaps()
                .inNamespace(space.namespace())
                .withName("c")
                .delete()
                .isEmpty());
    }

    @Test
    @DisplayName("H2 pages, selectors and versions of a list")
    default void listsInPagesBySelectorNotOlderThan(Space space) {
        for (int i = 0; i < 3; i++) {
            space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, labels: {on: x}}}".formatted(i))
                    .is(201);
        }
        KubernetesClient client = space.api().client();
        ConfigMapList first = client.configMaps()
                .inNamespace(space.namespace())
                .list(new ListOptionsBuilder()
                        .withLabelSelector("on")
                        .withLimit(2L)
                        .build());
        assertEquals(2, first.getItems().size());
        ConfigMapList rest = client.configMaps()
                .inNamespace(space.namespace())
                .list(new ListOptionsBuilder()
                        .withLabelSelector("on")
                        .withLimit(2L)
                        .withContinue(first.getMetadata().getContinue())
                        .build());
        assertEquals("c2", rest.getItems().get(0).getMetadata().getName());
        ConfigMapList fresh = client.configMaps()
                .inNamespace(space.namespace())
                .list(new ListOptionsBuilder()
                        .withResourceVersion(rest.getMetadata().getResourceVersion())
                        .withResourceVersionMatch("NotOlderThan")
                        .build());
        assertTrue(fresh.getItems().size() >= 3);
    }

    @Test
    @DisplayName("H2 the client's watch hears changes")
    default void theClientsWatchHearsChanges(Space space) {
        List<String> heard = new CopyOnWriteArrayList<>();
        Watcher<ConfigMap> watcher = new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap object) {
                heard.add(action + " " + object.getMetadata().getName());
            }

            @Override
            public void onClose(WatcherException cause) {}
        };
        String from = space.list("ConfigMap", "").resourceVersion();
        try (Watch watch = space.api()
                .client()
                .configMaps()
                .inNamespace(space.namespace())
                .watch(new ListOptionsBuilder().withResourceVersion(from).build(), watcher)) {
            space.apply(configMap("a", "x: '1'")).is(201);
            space.apply(configMap("a", "x: '2'")).is(200);
            space.delete("ConfigMap", "a").is(200);
            Awaitility.await().untilAsserted(() -> assertEquals(List.of("ADDED a", "MODIFIED a", "DELETED a"), heard));
        }
    }

    @Test
    @DisplayName("H2 an informer holds what is there")
    default void anInformerHoldsWhatIsThere(Space space) {
        space.apply(configMap("a", "x: '1'")).is(201);
        try (SharedIndexInformer<ConfigMap> informer =
                space.api().client().configMaps().inNamespace(space.namespace()).inform()) {
            Awaitility.await().until(informer::hasSynced);
            space.apply(configMap("b", "x: '1'")).is(201);
            Awaitility.await()
                    .untilAsserted(
                            () -> assertEquals(2, informer.getStore().list().size()));
        }
    }

    @Test
    default void discoveryFindsThePluralOfAKind(Space space) {
        List<String> plurals = space.api().client().getApiResources("apps/v1").getResources().stream()
                .filter(resource -> resource.getKind().equals("StatefulSet"))
                .map(resource -> resource.getName())
                .toList();
        assertTrue(plurals.contains("statefulsets"));
    }
}
