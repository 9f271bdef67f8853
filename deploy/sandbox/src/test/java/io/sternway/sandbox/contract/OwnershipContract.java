package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who owns which field after which kind of write (K4), and what an apply removes. */
interface OwnershipContract {
    @Test
    @DisplayName("K4 another manager's update takes the field away from us")
    default void anUpdateTakesTheFieldAway(Space space) {
        space.apply(configMap("c", "a: '1', b: '1'")).is(201);
        Answer patched = space.api()
                .patch(Api.MERGE, space.path("ConfigMap", "c") + "?fieldManager=kubectl-edit", "{data: {a: '2'}}")
                .is(200);
        assertEquals(
                "{\"f:data\":{\"f:b\":{}}}",
                patched.owned("sternway", "Apply", "").orElseThrow().toString());
        assertEquals(
                "{\"f:data\":{\"f:a\":{}}}",
                patched.owned("kubectl-edit", "Update", "").orElseThrow().toString());
        space.apply(configMap("c", "a: '1', b: '1'"))
                .isStatus(
                        409,
                        "Conflict",
                        "Apply failed with 1 conflict: conflict with \"kubectl-edit\" using v1: .data.a");
        Answer dropped = space.apply(configMap("c", "b: '1'")).is(200);
        assertEquals("2", dropped.text("/data/a"), "it is theirs: dropping it removes nothing");
    }

    @Test
    default void anUpdateToTheSameValueTakesNothingAway(Space space) {
        Answer ours = space.apply(configMap("c", "a: '1'")).is(201);
        Answer same = space.api()
                .patch(Api.MERGE, space.path("ConfigMap", "c") + "?fieldManager=kubectl-edit", "{data: {a: '1'}}")
                .is(200);
        assertEquals(ours.resourceVersion(), same.resourceVersion());
        assertTrue(same.owned("kubectl-edit", "Update", "").isEmpty());
    }

    @Test
    default void aPutOwnsWhatItChanged(Space space) {
        Answer ours = space.apply(configMap("c", "a: '1'")).is(201);
        ObjectNode object = ours.body().deepCopy();
        object.withObject("/data").put("b", "2");
        Answer put = space.api()
                .put(space.path("ConfigMap", "c") + "?fieldManager=editor", object)
                .is(200);
        assertEquals(
                "{\"f:data\":{\"f:b\":{}}}",
                put.owned("editor", "Update", "").orElseThrow().toString());
        assertTrue(put.owned("sternway", "Apply", "").isPresent());
        space.api()
                .put(space.path("ConfigMap", "c"), object)
                .isStatus(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on configmaps \"c\": the object has been modified; "
                                + "please apply your changes to the latest version and try again");
    }

    @Test
    default void aCreateOwnsAllItsFields(Space space) {
        Answer created = space.api()
                .post(space.collection("ConfigMap") + "?fieldManager=maker", configMap("c", "a: '1'"))
                .is(201);
        assertEquals(
                "{\"f:data\":{\".\":{},\"f:a\":{}}}",
                created.owned("maker", "Update", "").orElseThrow().toString());
        space.apply(configMap("c", "a: '2'"))
                .isStatus(409, "Conflict", "Apply failed with 1 conflict: conflict with \"maker\" using v1: .data.a");
    }

    @Test
    @DisplayName("K4 replicas owned through scale are a conflict that says so")
    default void replicasOwnedThroughScaleAreAConflictThatSaysSo(Space space) {
        space.apply(deployment("web", 1, "ready")).is(201);
        Answer scale =
                space.api().get(space.path("Deployment", "web") + "/scale").is(200);
        assertEquals("Scale", scale.text("/kind"));
        assertEquals("autoscaling/v1", scale.text("/apiVersion"));
        assertEquals("app=web", scale.text("/status/selector"));
        ObjectNode wanted = scale.body().deepCopy();
        wanted.withObject("/spec").put("replicas", 3);
        wanted.withObject("/metadata").remove("resourceVersion");
        Answer scaled = space.api()
                .put(space.path("Deployment", "web") + "/scale?fieldManager=hpa", wanted)
                .is(200);
        assertEquals(3, scaled.number("/spec/replicas"));

        Answer conflict = space.apply(deployment("web", 1, "ready"));
        conflict.isStatus(
                409,
                "Conflict",
                "Apply failed with 1 conflict: conflict with \"hpa\" with subresource \"scale\" using apps/v1: "
                        + ".spec.replicas");
        assertEquals(
                List.of(
                        "FieldManagerConflict .spec.replicas: conflict with \"hpa\" with subresource \"scale\" using apps/v1"),
                conflict.causes());
        Answer now = space.get("Deployment", "web");
        assertEquals(
                "{\"f:spec\":{\"f:replicas\":{}}}",
                now.owned("hpa", "Update", "scale").orElseThrow().toString());
        assertFalse(now.owned("sternway", "Apply", "").orElseThrow().toString().contains("replicas"));

        Answer without = space.apply(deployment("web", 1, "ready").replace("  replicas: 1\n", ""))
                .is(200);
        assertEquals(3, without.number("/spec/replicas"), "left out, the autoscaler's number stays");
        assertEquals(1, space.force("sternway", deployment("web", 1, "ready")).number("/spec/replicas"));
    }

    @Test
    @DisplayName("K4 replicas that nobody owned are reset when we own and drop them")
    default void replicasThatNobodyElseOwnsAreResetWhenDropped(Space space) {
        space.apply(deployment("web", 3, "ready")).is(201);
        Answer dropped = space.apply(deployment("web", 3, "ready").replace("  replicas: 3\n", ""))
                .is(200);
        assertEquals(1, dropped.number("/spec/replicas"));
    }

    @Test
    default void theControllersStatusIsTheirs(Space space) {
        space.apply(deployment("web", 1, "ready")).is(201);
        Answer done = space.until("Deployment", "web", now -> assertEquals(1, now.number("/status/availableReplicas")));
        JsonNode owned =
                done.owned("kube-controller-manager", "Update", "status").orElseThrow();
        assertTrue(owned.path("f:status").has("f:availableReplicas"), owned.toString());
        assertTrue(owned.at("/f:metadata/f:annotations").has("f:deployment.kubernetes.io/revision"), owned.toString());
    }

    @Test
    @DisplayName(
            "K4 entries of other managers are migrated by a JSON patch with a test, and the next apply removes the rest")
    default void othersEntriesCanBeMigratedIntoOurs(Space space) {
        Answer ours = space.apply(deployment("web", 0, "ready")).is(201);
        space.api()
                .patch(
                        Api.STRATEGIC,
                        space.path("Deployment", "web") + "?fieldManager=kubectl-edit",
                        "{spec: {paused: true, template: {spec: {containers: [{name: main, env: [{name: X, value: y}]}]}}}}")
                .is(200);
        Answer kept = space.apply(deployment("web", 0, "ready")).is(200);
        assertTrue(kept.at("/spec/paused").asBoolean(), "theirs survives our apply");
        assertEquals("X", kept.text("/spec/template/spec/containers/0/env/0/name"));

        String patch = "[{op: test, path: /metadata/resourceVersion, value: '%s'}, "
                + "{op: replace, path: /metadata/managedFields, value: %s}]";
        String path = space.path("Deployment", "web");
        space.api()
                .patch(Api.JSON_PATCH, path, patch.formatted("1", merged(kept)))
                .isStatus(422, "Invalid", "the server rejected our request due to an error in our request");
        // A controller may write between our read and our patch: then the test fails, and we read again.
        Awaitility.await().untilAsserted(() -> {
            Answer live = space.get("Deployment", "web");
            Answer migrated = space.api()
                    .patch(Api.JSON_PATCH, path, patch.formatted(live.resourceVersion(), merged(live)))
                    .is(200);
            assertTrue(migrated.owned("kubectl-edit", "Update", "").isEmpty());
        });

        Answer exact = space.apply(deployment("web", 0, "ready")).is(200);
        assertFalse(exact.at("/spec/paused").asBoolean());
        assertTrue(exact.at("/spec/template/spec/containers/0/env").isMissingNode());
        assertEquals(ours.at("/spec"), exact.at("/spec"));
    }

    /** The object's managedFields with what kubectl-edit owns added to what sternway owns. */
    private static ArrayNode merged(Answer live) {
        ArrayNode entries = live.at("/metadata/managedFields").deepCopy();
        ObjectNode theirs = JsonNodeFactory.instance.objectNode();
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).path("manager").asText().equals("kubectl-edit")) {
                theirs = (ObjectNode) entries.remove(i).path("fieldsV1");
            }
        }
        for (JsonNode entry : entries) {
            if (entry.path("manager").asText().equals("sternway")) {
                ((ObjectNode) entry).set("fieldsV1", union((ObjectNode) entry.get("fieldsV1"), theirs));
            }
        }
        return entries;
    }

    private static ObjectNode union(ObjectNode a, ObjectNode b) {
        ObjectNode union = a.deepCopy();
        b.properties().forEach(field -> {
            JsonNode known = union.get(field.getKey());
            union.set(
                    field.getKey(),
                    known instanceof ObjectNode object && field.getValue() instanceof ObjectNode other
                            ? union(object, other)
                            : field.getValue());
        });
        return union;
    }

    @Test
    @DisplayName("K4 our labels survive in metadata beside others'")
    default void labelsAndAnnotationsAreOwnedOneByOne(Space space) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {a: '1'}, annotations: {x: y}}}")
                .is(201);
        space.merge("ConfigMap", "c", "{metadata: {labels: {b: '2'}, annotations: {z: w}}}")
                .is(200);
        Answer answer = space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {a: '3'}}}")
                .is(200);
        assertEquals("{\"a\":\"3\",\"b\":\"2\"}", answer.at("/metadata/labels").toString());
        assertEquals("{\"z\":\"w\"}", answer.at("/metadata/annotations").toString());
    }

    @Test
    default void aStrategicMergePatchMergesListsByTheirKey(Space space) {
        space.apply(deployment("web", 0, "ready")).is(201);
        Answer patched = space.api()
                .patch(
                        Api.STRATEGIC,
                        space.path("Deployment", "web"),
                        "{spec: {template: {spec: {containers: [{name: side, image: s}]}}}}")
                .is(200);
        assertEquals(2, patched.at("/spec/template/spec/containers").size());
    }

    @Test
    default void aMergePatchReplacesListsAndRemovesByNull(Space space) {
        space.apply(configMap("c", "a: '1', b: '2'")).is(201);
        Answer patched =
                space.merge("ConfigMap", "c", "{data: {a: null, c: '3'}}").is(200);
        assertEquals("{\"b\":\"2\",\"c\":\"3\"}", patched.at("/data").toString());
    }

    @Test
    @DisplayName("K0 an empty service account is the same as none: no Pod is replaced, and a name that was set goes")
    default void anEmptyServiceAccountIsTheSameAsNone(Space space) {
        String none = deployment("d", 1, "ready");
        Answer first = space.apply(none).is(201);
        Answer empty = space.apply(withServiceAccount(none, "")).is(200);
        assertEquals(first.generation(), empty.generation());
        assertEquals("", empty.text("/spec/template/spec/serviceAccountName"));
        Answer named = space.apply(withServiceAccount(none, "robot")).is(200);
        assertEquals("robot", named.text("/spec/template/spec/serviceAccount"));
        Answer back = space.apply(withServiceAccount(none, "")).is(200);
        assertFalse(back.at("/spec/template/spec").has("serviceAccountName"));
        assertFalse(back.at("/spec/template/spec").has("serviceAccount"));
        Answer again = space.apply(withServiceAccount(none, "")).is(200);
        assertEquals(back.generation(), again.generation());
    }

    private static String withServiceAccount(String manifest, String name) {
        return manifest.replaceFirst(
                "( *)containers:",
                "$1serviceAccountName: '" + name + "'\n$1serviceAccount: '" + name + "'\n$1containers:");
    }
}
