package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Manifests.job;
import static io.sternway.executor.kubernetes.Space.notes;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.inventory.ObjectInventory;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to objects that a newer content has no more, or that cannot change in place. */
abstract class PruneContract extends ExceptionsContract {

    @Test
    @Tag("K5")
    @DisplayName("K5 leftovers go only when asked, and only ours; kept kinds are retained")
    void pruneRemovesLeftovers() {
        Space space = space();
        String claim = """
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: NS}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """;
        space.applied(
                space.content(1, configMap("keep", "1") + configMap("old", "1") + configMap("taken", "1") + claim));
        var second = space.content(2, configMap("keep", "1"));
        space.applied(second);
        assertTrue(space.cluster.find(space.path("configmaps", "old")).isPresent());
        space.cluster.patch(
                space.path("configmaps", "taken"),
                "somebody",
                List.of(Map.of("op", "remove", "path", "/metadata/labels/applyset.kubernetes.io~1part-of")));

        AttemptResult.Pruned pruned = space.prune(second);

        assertEquals(List.of(), pruned.remaining());
        assertEquals(
                List.of("data"),
                pruned.retained().stream().map(ObjectName::name).toList());
        assertTrue(space.cluster.find(space.path("configmaps", "old")).isEmpty());
        assertTrue(space.cluster.find(space.path("configmaps", "taken")).isPresent());
        assertTrue(
                space.cluster.find(space.path("persistentvolumeclaims", "data")).isPresent());
        ObjectInventory inventory = ObjectInventory.of(space.cluster.get(space.inventoryPath()));
        assertEquals(
                List.of("keep"),
                inventory.objects().stream().map(ObjectName::name).toList());
        assertEquals(List.of(), space.prune(second).remaining());
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 a leftover is found although its definition no longer serves the version that it was written in")
    void aLeftoverOfADroppedVersionIsFound() {
        Space space = space();
        String group = space.namespace + ".example.org";
        String widget = "/apis/" + group + "/v1/namespaces/" + space.namespace + "/widgets/w";
        String second = crd(group, "v2");
        space.applied(space.content(
                1,
                crd(group, "v1") + "---\n{apiVersion: " + group
                        + "/v1, kind: Widget, metadata: {name: w, namespace: NS}}\n"));
        Content moved = space.content(
                2,
                crd(group, "v1").replace("storage: true", "storage: false").replace("served: true", "served: false")
                        + second.substring(second.indexOf("  - name: v2")));
        space.applied(moved);
        await().until(() -> space.cluster.find(widget).isEmpty()
                && space.cluster.find(widget.replace("/v1/", "/v2/")).isPresent());

        await().until(() -> space.prune(moved).remaining().isEmpty());

        assertTrue(space.cluster.find(widget.replace("/v1/", "/v2/")).isEmpty());
        assertEquals(
                1,
                ObjectInventory.of(space.cluster.get(space.inventoryPath()))
                        .objects()
                        .size());
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 what a finalizer holds is named as remaining until it is gone")
    void aFinalizerIsNamed() {
        Space space = space();
        space.applied(space.content(1, configMap("keep", "1") + configMap("old", "1")));
        String old = space.path("configmaps", "old");
        space.cluster.edit(old, "somebody", List.of("example.org/hold"), "metadata", "finalizers");
        var second = space.content(2, configMap("keep", "1"));
        space.applied(second);

        AttemptResult.Pruned held = space.prune(second);
        assertEquals(
                List.of("old"), held.remaining().stream().map(ObjectName::name).toList());
        assertFalse(held.refused());
        space.cluster.edit(old, "somebody", List.of(), "metadata", "finalizers");
        assertEquals(List.of(), space.prune(second).remaining());
    }

    @Test
    @Tag("K6")
    @DisplayName(
            "K6 a Job runs once for a revision, is replaced by a changed one, and a rollback does not run it again")
    void jobsRunOnce() {
        Space space = space();
        String path = space.path("jobs", "migrate");
        space.applied(space.content(1, job("migrate", "m:1", "")));
        String first = Fields.text(space.cluster.get(path), "", "metadata", "uid");
        space.applied(space.content(1, job("migrate", "m:1", "")));
        assertEquals(first, Fields.text(space.cluster.get(path), "", "metadata", "uid"));

        AttemptResult.Done replaced = space.applied(space.content(2, job("migrate", "m:2", "")));
        assertNotEquals(first, Fields.text(space.cluster.get(path), "", "metadata", "uid"));
        assertEquals(1, notes(replaced, NoteKind.Replaced).size());

        AttemptResult.Done back = space.applied(space.rollback(3, 1, job("migrate", "m:1", "") + configMap("c", "1")));
        assertTrue(space.cluster.find(path).isEmpty());
        assertEquals(1, notes(back, NoteKind.NotRerun).size());
        assertEquals(
                List.of("c"),
                back.objects().stream().map(object -> object.name().name()).toList());

        space.applied(space.rollback(4, 1, job("migrate", "m:1", "sternway.io/rerun: Always")));
        assertTrue(space.cluster.find(path).isPresent());
    }

    @Test
    @Tag("K6")
    @DisplayName("K6 a Job that is gone by its time to live is not run again for the same revision")
    void aVanishedJobIsNotRunAgain() {
        Space space = space();
        space.applied(space.content(1, job("migrate", "m:1", "")));
        space.cluster.delete(space.path("jobs", "migrate"));
        await().untilAsserted(() ->
                assertTrue(space.cluster.find(space.path("jobs", "migrate")).isEmpty()));

        AttemptResult.Done done = space.applied(space.content(1, job("migrate", "m:1", "")));

        assertTrue(space.cluster.find(space.path("jobs", "migrate")).isEmpty());
        assertEquals(1, notes(done, NoteKind.NotRerun).size());
    }

    @Test
    @Tag("K6")
    @DisplayName("K6 an immutable change is refused naming the field, unless the object asks to be replaced")
    void immutableChangesNeedConsent() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1")));
        String changed = deployment("web", "web:1").replace("{app: web}", "{app: web, tier: front}");

        AttemptResult.Refused refused = space.refused(space.content(2, changed));
        assertEquals("spec.selector", refused.faults().get(0).field());
        assertEquals("1", Fields.annotation(space.cluster.get(space.inventoryPath()), MetadataKeys.EPOCH));

        String consenting = changed.replace(
                "labels: {app: web, tier: front}}\nspec",
                "labels: {app: web, tier: front}, annotations: {sternway.io/replace: IfImmutable}}\nspec");
        AttemptResult.Done done = space.applied(space.content(3, consenting));
        assertEquals(1, notes(done, NoteKind.Replaced).size());
        assertEquals(
                "front",
                Fields.text(
                        space.cluster.get(space.path("deployments", "web")),
                        "",
                        "spec",
                        "selector",
                        "matchLabels",
                        "tier"));
    }
}
