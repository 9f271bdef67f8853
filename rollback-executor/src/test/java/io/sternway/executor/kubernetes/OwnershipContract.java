package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Space.notes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the delivery does about fields of other managers (K4); run on the simulated and on the real cluster. */
abstract class OwnershipContract extends DeliveryContract {
    @Test
    @Tag("K4")
    @DisplayName("K4 a field that somebody else owns is refused, naming field and manager, before anything is changed")
    void aConflictIsRefused() {
        Space space = space();
        String yaml = deployment("web", "web:1") + configMap("conf", "1");
        space.applied(space.content(1, yaml));
        space.cluster.edit(space.path("configmaps", "conf"), "kubectl-edit", "edited", "data", "key");

        AttemptResult.Refused refused =
                space.refused(space.content(2, deployment("web", "web:2") + configMap("conf", "2")));

        Fault fault = refused.faults().get(0);
        assertEquals("FieldManagerConflict", fault.reason());
        assertEquals(".data.key", fault.field());
        assertEquals("kubectl-edit", fault.manager());
        assertFalse(fault.evidence());
        assertEquals("web:1", image(space.cluster.get(space.path("deployments", "web"))));
        assertEquals("1", Fields.annotation(space.cluster.get(space.inventoryPath()), MetadataKeys.EPOCH));

        AttemptResult.Done done = space.applied(space.forced(3, deployment("web", "web:2") + configMap("conf", "2")));
        assertEquals(List.of("conf .data.key of kubectl-edit: changed back"), notes(done, NoteKind.Overridden));
    }

    @Test
    @Tag("K4")
    @DisplayName("K4 a rollback takes away what somebody changed and added during the incident, and lists it")
    void editsDuringTheIncidentGo() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1")));
        space.applied(space.content(2, deployment("web", "web:2")));
        String web = space.path("deployments", "web");
        space.cluster.edit(web, "kubectl-edit", true, "spec", "paused");
        space.cluster.patch(
                web,
                "kubectl-patch",
                List.of(Map.of(
                        "op", "add",
                        "path", "/spec/template/spec/containers/0/env/-",
                        "value", Map.of("name", "DEBUG", "value", "1"))));
        space.cluster.edit(web, "kubectl-set", 5, "spec", "minReadySeconds");

        AttemptResult.Done done = space.applied(space.rollback(3, 1, deployment("web", "web:1")));

        Map<String, Object> live = space.cluster.get(web);
        assertEquals("web:1", image(live));
        assertFalse(Boolean.TRUE.equals(Fields.at(live, "spec", "paused")));
        assertEquals(0, Fields.number(live, 0, "spec", "minReadySeconds"));
        assertEquals(
                1,
                Fields.maps(
                                Fields.maps(live, "spec", "template", "spec", "containers")
                                        .get(0),
                                "env")
                        .size());
        List<String> removed = notes(done, NoteKind.Removed);
        assertTrue(removed.contains("web .spec.paused of kubectl-edit: removed"), removed.toString());
        assertTrue(removed.stream().anyMatch(note -> note.contains("DEBUG")), removed.toString());
        assertTrue(removed.stream().anyMatch(note -> note.contains(".spec.minReadySeconds")), removed.toString());
        assertEquals(List.of(), notes(done, NoteKind.Differs));
    }

    @Test
    @DisplayName("K8 a rollback leaves what controllers and servers wrote, and takes back what people did")
    void whatControllersWroteStays() {
        Space space = space();
        String secret = """
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: own, namespace: NS}
                type: Opaque
                """;
        String account = """
                ---
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: app, namespace: NS}
                """;
        String first = deployment("web", "web:1") + secret + account;
        space.applied(space.content(1, first));
        space.cluster.edit(space.path("secrets", "own"), "web-server", "Z2VuZXJhdGVk", "data", "key");
        space.cluster.edit(space.path("secrets", "own"), "kubectl-label", "me", "metadata", "labels", "by-hand");
        space.cluster.edit(
                space.path("serviceaccounts", "app"),
                "kubectl-patch",
                List.of(Map.of("name", "registry")),
                "imagePullSecrets");
        String web = space.path("deployments", "web");
        space.cluster.edit(web, "cloud-controller", "yes", "metadata", "annotations", "cloud.example.org/attached");
        space.applied(space.content(2, deployment("web", "web:2") + secret + account));

        space.applied(space.rollback(3, 1, first));

        Map<String, Object> own = space.cluster.get(space.path("secrets", "own"));
        assertEquals("Z2VuZXJhdGVk", Fields.text(own, "", "data", "key"));
        assertNull(Fields.label(own, "by-hand"));
        assertEquals(
                1,
                Fields.maps(space.cluster.get(space.path("serviceaccounts", "app")), "imagePullSecrets")
                        .size());
        assertEquals("yes", Fields.annotation(space.cluster.get(web), "cloud.example.org/attached"));
        assertEquals("web:1", image(space.cluster.get(web)));
    }

    @Test
    @DisplayName("K8 a restart that somebody asked for stays: the rollback of an unchanged template replaces no Pod")
    void aRestartStays() {
        Space space = space();
        String first = deployment("web", "web:1") + configMap("conf", "1");
        space.applied(space.content(1, first));
        String web = space.path("deployments", "web");
        space.cluster.edit(
                web,
                "kubectl-rollout",
                "2026-01-01T00:00:00Z",
                "spec",
                "template",
                "metadata",
                "annotations",
                "kubectl.kubernetes.io/restartedAt");
        space.applied(space.content(2, deployment("web", "web:1") + configMap("conf", "2")));
        long generation = Fields.number(space.cluster.get(web), 0, "metadata", "generation");

        space.applied(space.rollback(3, 1, first));

        assertEquals(generation, Fields.number(space.cluster.get(web), 0, "metadata", "generation"));
    }

    @Test
    @Tag("K4")
    @DisplayName("K4 adopting what kubectl applied replaces no Pod and leaves generations as they are")
    void adoptionChangesNothing() {
        Space space = space();
        String collection = "/apis/apps/v1/namespaces/" + space.namespace + "/deployments";
        String yaml = deployment("web", "web:1").replace("NS", space.namespace);
        space.cluster.create(
                collection,
                "kubectl-client-side-apply",
                yaml.replace(
                        "labels: {app: web}}\nspec",
                        "labels: {app: web}, annotations: {kubectl.kubernetes.io/last-applied-configuration: \"{}\"}}\nspec"));
        await().untilAsserted(() -> assertEquals(
                2,
                Fields.number(space.cluster.get(space.path("deployments", "web")), 0, "status", "availableReplicas")));
        List<String> pods = pods(space);

        AttemptResult.Done done = space.applied(space.content(1, yaml));

        Map<String, Object> web = space.cluster.get(space.path("deployments", "web"));
        assertEquals(1, Fields.number(web, 0, "metadata", "generation"));
        assertEquals(pods, pods(space));
        assertEquals(1, notes(done, NoteKind.Adopted).size());

        space.applied(space.content(2, deployment("web", "web:1").replace(", env: [{name: A, value: \"1\"}]", "")));
        Map<String, Object> later = space.cluster.get(space.path("deployments", "web"));
        assertNull(Fields.maps(later, "spec", "template", "spec", "containers")
                .get(0)
                .get("env"));
    }

    private static List<String> pods(Space space) {
        return Fields.maps(space.cluster.get("/api/v1/namespaces/" + space.namespace + "/pods"), "items").stream()
                .map(pod -> Fields.text(pod, "", "metadata", "uid"))
                .sorted()
                .toList();
    }
}
