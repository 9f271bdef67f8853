package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.FieldOwnership.Field;
import io.sternway.executor.domain.content.Fields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("K4")
class FieldOwnershipTest {
    private static final String LIVE = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              managedFields:
              - {manager: ours, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1,
                 fieldsV1: {"f:spec": {"f:template": {"f:spec": {"f:containers": {'k:{"name":"app"}': {".": {}, "f:image": {}}}}}}}}
              - {manager: kubectl-edit, operation: Update, apiVersion: apps/v1, fieldsType: FieldsV1,
                 fieldsV1: {"f:metadata": {"f:finalizers": {'v:"x/y"': {}},
                            "f:annotations": {"f:kubectl.kubernetes.io/last-applied-configuration": {}, "f:note": {}}},
                            "f:spec": {"f:paused": {}, "f:template": {"f:spec": {"f:containers": {'k:{"name":"side"}': {".": {}, "f:image": {}, "f:name": {}}}}}}}}
              - {manager: kube-controller-manager, operation: Update, apiVersion: apps/v1, subresource: status, fieldsType: FieldsV1,
                 fieldsV1: {"f:status": {"f:replicas": {}}}}
              - {manager: hpa, operation: Update, apiVersion: apps/v1, subresource: scale, fieldsType: FieldsV1,
                 fieldsV1: {"f:spec": {"f:replicas": {}}}}
              annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}", note: hi}
              finalizers: [x/y]
            spec:
              paused: true
              replicas: 5
              template: {spec: {containers: [{name: app, image: "web:1"}, {name: side, image: "side:1"}]}}
            """;

    @Test
    @DisplayName("K4 what others set becomes ours; finalizers, book-keeping and subresources stay theirs")
    void entriesAreMoved() {
        FieldOwnership.Migration migration =
                FieldOwnership.migrate(Json.of(LIVE), "ours", manager -> true).orElseThrow();

        assertEquals(
                List.of(
                        ".metadata.annotations.note",
                        ".spec.paused",
                        ".spec.template.spec.containers[name=\"side\"]",
                        ".spec.template.spec.containers[name=\"side\"].image",
                        ".spec.template.spec.containers[name=\"side\"].name"),
                migration.taken().stream().map(Field::text).toList());
        Map<String, Object> ours = migration.managedFields().get(0);
        assertEquals(Map.of(), Fields.map(ours, "fieldsV1", "f:spec", "f:paused"));
        assertTrue(Fields.at(ours, "fieldsV1", "f:spec", "f:paused") != null);
        Map<String, Object> theirs = migration.managedFields().get(1);
        assertEquals(
                Json.of("{\"f:metadata\": {\"f:finalizers\": {'v:\"x/y\"': {}}, \"f:annotations\": "
                        + "{\"f:kubectl.kubernetes.io/last-applied-configuration\": {}}}}"),
                theirs.get("fieldsV1"));
        assertEquals(4, migration.managedFields().size());
    }

    @Test
    @DisplayName("K4 only the managers that are to be adopted are, and claims and Jobs never")
    void onlyNamedManagersAreAdopted() {
        assertTrue(FieldOwnership.migrate(Json.of(LIVE), "ours", "helm"::equals).isEmpty());
        assertTrue(FieldOwnership.migrate(
                        Json.of(LIVE.replace("kind: Deployment", "kind: PersistentVolumeClaim")),
                        "ours",
                        manager -> true)
                .isEmpty());
    }

    @Test
    @DisplayName("K4 without an entry of our own one is made")
    void anEntryIsMade() {
        FieldOwnership.Migration migration =
                FieldOwnership.migrate(Json.of(LIVE), "new", manager -> true).orElseThrow();
        Map<String, Object> made =
                migration.managedFields().get(migration.managedFields().size() - 1);
        assertEquals("new", made.get("manager"));
        assertEquals("Apply", made.get("operation"));
        assertTrue(Fields.at(made, "fieldsV1", "f:spec", "f:template") != null);
    }

    @Test
    @DisplayName("K4 an added container is reported once, as a whole")
    void removedFieldsAreReportedWhole() {
        Map<String, Object> before = Json.of(LIVE);
        List<Field> taken = FieldOwnership.migrate(before, "ours", manager -> true)
                .orElseThrow()
                .taken();
        Map<String, Object> after = Json.of(LIVE.replace("paused: true", "")
                .replace(", note: hi", "")
                .replace(", {name: side, image: \"side:1\"}", ""));
        assertEquals(
                List.of(".metadata.annotations.note", ".spec.paused", ".spec.template.spec.containers[name=\"side\"]"),
                FieldOwnership.removed(taken, before, after, "ours").stream()
                        .map(Field::text)
                        .toList());
    }

    @Test
    @DisplayName("K8 what servers fill into Secrets and ServiceAccounts, and restarts, is never taken away")
    void whatIsFilledInIsNeverTaken() {
        assertEquals(List.of(), taken("Secret", "{'f:data': {'.': {}, 'f:key': {}}}"));
        assertEquals(
                List.of(".metadata.labels.by-hand"),
                taken("Secret", "{'f:metadata': {'f:labels': {'f:by-hand': {}}}}"));
        assertEquals(
                List.of(),
                taken(
                        "ServiceAccount",
                        "{'f:secrets': {'k:{\"name\":\"a\"}': {}}, 'f:imagePullSecrets': {'k:{\"name\":\"b\"}': {}}}"));
        assertEquals(
                List.of(),
                taken(
                        "Deployment",
                        "{'f:spec': {'f:template': {'f:metadata': {'f:annotations': {'f:kubectl.kubernetes.io/restartedAt': {}}}}}}"));
    }

    private static List<String> taken(String kind, String fields) {
        String live = "{apiVersion: v1, kind: " + kind + ", metadata: {managedFields: [{manager: kubectl-patch,"
                + " operation: Update, apiVersion: v1, fieldsV1: " + fields + "}]}}";
        return FieldOwnership.migrate(Json.of(live), "ours", manager -> true)
                .map(FieldOwnership.Migration::taken)
                .orElse(List.of())
                .stream()
                .map(Field::text)
                .toList();
    }
}
