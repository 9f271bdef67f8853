package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the delivery does on a cluster; run on the simulated and on the real one. */
abstract class DeliveryContract {

    abstract Cluster cluster();

    Space space() {
        return Space.on(cluster());
    }

    @Test
    @Tag("K1")
    @DisplayName("K1 every object carries its inventory's label, and the inventory lists them with epoch and revision")
    void objectsAndInventoryAreMarked() {
        Space space = space();
        AttemptResult.Done done = space.applied(space.content(7, deployment("web", "web:1") + configMap("conf", "1")));

        Map<String, Object> web = space.cluster.get(space.path("deployments", "web"));
        assertEquals(space.owner.applySetId(), Fields.label(web, MetadataKeys.PART_OF));
        Map<String, Object> inventory = space.cluster.get(space.inventoryPath());
        assertEquals("7", Fields.annotation(inventory, MetadataKeys.EPOCH));
        assertEquals(space.owner.key(), Fields.annotation(inventory, MetadataKeys.PROMOTION));
        assertEquals(space.owner.applySetId(), Fields.label(inventory, MetadataKeys.APPLYSET_ID));
        assertEquals(2, ObjectInventory.of(inventory).objects().size());
        AppliedObject applied = done.objects().stream()
                .filter(object -> object.name().kind().equals("Deployment"))
                .findFirst()
                .orElseThrow();
        assertEquals(Fields.text(web, "", "metadata", "uid"), applied.uid());
        assertEquals("deployments", applied.resource());
        assertEquals(1, applied.generation());
    }

    @Test
    @Tag("K1")
    @DisplayName("K1 an object of another promotion is a failure that names it, and nothing is changed")
    void anotherPromotionsObjectIsRefused() {
        Space space = space();
        space.applied(space.content(1, configMap("shared", "mine")));
        Space other = space.other("-b");

        for (var content : List.of(
                other.content(1, configMap("shared", "theirs") + configMap("own", "1")),
                other.forced(2, configMap("shared", "theirs")),
                other.rollback(3, 1, configMap("shared", "theirs")))) {
            AttemptResult.Refused refused = other.refused(content);
            assertEquals("OwnedByOther", refused.reason());
            assertTrue(refused.message().contains(space.owner.key()), refused.message());
            assertFalse(refused.faults().get(0).evidence());
        }
        assertEquals("mine", Fields.text(space.cluster.get(space.path("configmaps", "shared")), "", "data", "key"));
        assertTrue(space.cluster.find(space.path("configmaps", "own")).isEmpty());
        assertTrue(space.cluster.find(other.inventoryPath()).isEmpty());
    }

    @Test
    @Tag("K2")
    @DisplayName("K2 everything that stands against a snapshot is told at once, before anything is changed")
    void allFaultsAreReportedTogether() {
        Space space = space();
        AttemptResult.Refused refused = space.refused(space.content(
                1,
                configMap("good", "1")
                        + deployment("wrong", "web:1").replace("replicas: 2", "replicas: -1")
                        + deployment("unknown", "web:1").replace("replicas: 2", "replicaz: 2")
                        + "---\n{apiVersion: example.org/v1, kind: Widget, metadata: {name: w, namespace: NS}}\n"));

        assertEquals(List.of("KindUnknown"), reasons(refused));
        AttemptResult.Refused second = space.refused(space.content(
                1,
                configMap("good", "1")
                        + deployment("wrong", "web:1").replace("replicas: 2", "replicas: -1")
                        + deployment("unknown", "web:1").replace("replicas: 2", "replicaz: 2")
                        + configMap("lost", "1").replace("NS", "no-such-namespace")));
        assertEquals(List.of("Invalid", "NamespaceNotFound", "SchemaMismatch"), reasons(second));
        assertTrue(second.faults().stream().allMatch(Fault::evidence));
        assertTrue(second.faults().stream().anyMatch(fault -> "spec.replicas".equals(fault.field())));
        assertTrue(space.cluster.find(space.path("configmaps", "good")).isEmpty());
        assertTrue(space.cluster.find(space.inventoryPath()).isEmpty());
    }

    @Test
    @Tag("X2")
    @DisplayName("X2 applying what is already there writes nothing")
    void theSameAgainWritesNothing() {
        Space space = space();
        String yaml = deployment("web", "web:1") + configMap("conf", "1");
        space.applied(space.content(1, yaml));
        Calls calls = new Calls(space.cluster.api());

        AttemptResult.Done done = space.through(api -> calls).applied(space.content(1, yaml));

        assertEquals(List.of(), calls.writes());
        assertEquals(2, done.objects().size());
        assertEquals(List.of(), done.notes());
    }

    @Test
    @Tag("K3")
    @DisplayName("K3 only what changed is written, after the inventory")
    void onlyWhatChangedIsWritten() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1") + configMap("conf", "1")));
        Calls calls = new Calls(space.cluster.api());

        space.through(api -> calls).applied(space.content(2, deployment("web", "web:2") + configMap("conf", "1")));

        assertEquals(
                List.of("PUT " + space.inventoryPath(), "APPLY " + space.path("deployments", "web")),
                calls.writes().stream().distinct().toList());
    }

    @Test
    @Tag("K3")
    @DisplayName("K3 namespaces, then definitions until they are established, then instances")
    void theOrderIsKept() {
        Space space = space();
        String group = space.namespace + ".example.org";
        AttemptResult.Done done = space.applied(space.content(1, crd(group, "v1") + """
                ---
                apiVersion: GROUP/v1
                kind: Widget
                metadata: {name: w, namespace: NS-new}
                spec: {size: 3}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: conf, namespace: NS-new}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: NS-new}
                """.replace("GROUP", group)));

        assertEquals(4, done.objects().size());
        Map<String, Object> widget =
                space.cluster.get("/apis/" + group + "/v1/namespaces/" + space.namespace + "-new/widgets/w");
        assertEquals(3, Fields.number(widget, 0, "spec", "size"));
        assertEquals(
                "widgets",
                done.objects().stream()
                        .filter(object -> object.name().kind().equals("Widget"))
                        .map(AppliedObject::resource)
                        .findFirst()
                        .orElse(""));
    }

    @Test
    @Tag("K3")
    @DisplayName("K3 the next wave waits until the one before is ready")
    void wavesWaitForReadiness() {
        Space space = space();
        String first = deployment("first", "web:1")
                .replace(
                        "labels: {app: first}}\nspec",
                        "labels: {app: first}, annotations: {sternway.io/wave: \"-1\"}}\nspec");
        AttemptResult.Done done = space.applied(space.content(1, first + configMap("second", "1")));

        assertEquals(2, done.objects().size());
        Map<String, Object> web = space.cluster.get(space.path("deployments", "first"));
        assertEquals(2, Fields.number(web, 0, "status", "availableReplicas"));
    }

    @Test
    @Tag("K7")
    @DisplayName("K7 a rollback across a definition's new storage version is refused before anything is done")
    void aNewStorageVersionIsRefused() {
        Space space = space();
        String group = space.namespace + ".example.org";
        space.applied(space.content(1, crd(group, "v1") + configMap("c", "1")));
        String both = crd(group, "v1").replace("storage: true", "storage: false")
                + crd(group, "v2").substring(crd(group, "v2").indexOf("  - name: v2"));
        space.applied(space.content(2, both + configMap("c", "2")));

        AttemptResult.Refused refused = space.refused(space.rollback(3, 1, crd(group, "v1") + configMap("c", "1")));

        assertEquals("StorageVersionUnknown", refused.faults().get(0).reason());
        assertEquals("2", Fields.text(space.cluster.get(space.path("configmaps", "c")), "", "data", "key"));
    }

    @Test
    @Tag("X3")
    @DisplayName("X3 an older epoch stops at the cluster's inventory and writes nothing")
    void anOlderEpochIsFenced() {
        Space space = space();
        space.applied(space.content(5, configMap("c", "5")));
        Calls calls = new Calls(space.cluster.api());

        AttemptResult attempt = space.through(api -> calls).apply(space.content(4, configMap("c", "4")));

        assertEquals(
                "Fenced", assertInstanceOf(AttemptResult.Stopped.class, attempt).why());
        assertEquals(List.of(), calls.writes());
    }

    @Test
    @Tag("R28")
    @DisplayName("a release keeps objects without our marks, or withdraws them; the inventory goes")
    void aTargetIsLetGo() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1")));
        assertInstanceOf(AttemptResult.Done.class, space.release(2, false));
        Map<String, Object> web = space.cluster.get(space.path("deployments", "web"));
        assertNull(Fields.label(web, MetadataKeys.PART_OF));
        assertEquals(1, Fields.number(web, 0, "metadata", "generation"));
        assertTrue(Fields.maps(web, "metadata", "managedFields").stream()
                .noneMatch(entry -> space.owner.manager().equals(entry.get("manager"))));
        assertTrue(space.cluster.find(space.inventoryPath()).isEmpty());

        Space other = space.other("-b");
        other.applied(other.content(1, configMap("c", "1")));
        assertInstanceOf(AttemptResult.Done.class, other.release(2, true));
        assertTrue(space.cluster.find(space.path("configmaps", "c")).isEmpty());
        assertTrue(space.cluster.find(other.inventoryPath()).isEmpty());
    }

    static String crd(String group, String version) {
        return """
                ---
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.GROUP}
                spec:
                  group: GROUP
                  scope: Namespaced
                  names: {plural: widgets, singular: widget, kind: Widget}
                  versions:
                  - name: VERSION
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
                """.replace("GROUP", group).replace("VERSION", version);
    }

    static List<String> reasons(AttemptResult.Refused refused) {
        return refused.faults().stream().map(Fault::reason).distinct().sorted().toList();
    }

    static String image(Map<String, Object> workload) {
        return Fields.text(
                Fields.maps(workload, "spec", "template", "spec", "containers").get(0), "", "image");
    }
}
