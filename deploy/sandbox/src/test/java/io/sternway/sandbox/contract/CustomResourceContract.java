package io.sternway.sandbox.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** CustomResourceDefinitions that come and go, and their instances. */
interface CustomResourceContract extends WordedContract {
    private static String definition(Space space) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.%1$s}
                spec:
                  group: %1$s
                  scope: Namespaced
                  names: {plural: widgets, singular: widget, kind: Widget}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec:
                            type: object
                            required: [size]
                            properties:
                              size: {type: integer, minimum: 0}
                              parts:
                                type: array
                                x-kubernetes-list-type: map
                                x-kubernetes-list-map-keys: [name]
                                items: {type: object, required: [name], properties: {name: {type: string}, n: {type: integer}}}
                          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """.formatted(space.widgetGroup());
    }

    private static String widget(Space space, String name, String spec) {
        return "{apiVersion: %s/v1, kind: Widget, metadata: {name: %s}, spec: {%s}}"
                .formatted(space.widgetGroup(), name, spec);
    }

    /** Makes the kind Widget of this test's own group, and waits until it is served. */
    static Answer define(Space space) {
        space.apply(definition(space)).is(201);
        space.until(
                "CustomResourceDefinition",
                "widgets." + space.widgetGroup(),
                now -> assertEquals("True InitialNamesAccepted", now.condition("Established")));
        // Established, and yet some 10 ms may pass until instances are served.
        Awaitility.await().until(() -> space.list("Widget", "").code() == 200);
        return space.get("CustomResourceDefinition", "widgets." + space.widgetGroup());
    }

    @Test
    @DisplayName("K3 a definition is established, with its names accepted")
    default void aDefinitionIsEstablished(Space space) {
        Answer first = space.apply(definition(space)).is(201);
        assertEquals("", first.condition("Established"));
        Answer crd = established(space, first);
        assertEquals("True NoConflicts", crd.condition("NamesAccepted"));
        assertEquals("Widget", crd.text("/status/acceptedNames/kind"));
        assertEquals("WidgetList", crd.text("/status/acceptedNames/listKind"));
        assertEquals("v1", crd.text("/status/storedVersions/0"));
    }

    private static Answer established(Space space, Answer applied) {
        return space.until(
                "CustomResourceDefinition",
                applied.text("/metadata/name"),
                now -> assertEquals("True InitialNamesAccepted", now.condition("Established")));
    }

    @Test
    @DisplayName("X4 an instance before its definition is a 404 without a Status")
    default void anInstanceBeforeItsDefinitionIsA404(Space space) {
        Answer early = space.apply(widget(space, "w", "size: 1")).is(404);
        assertEquals("404 page not found", early.body().asText().strip());
        define(space);
        space.apply(widget(space, "w", "size: 1")).is(201);
    }

    @Test
    default void anInstanceIsAppliedLikeAnyObject(Space space) {
        define(space);
        Answer first = space.apply(widget(space, "w", "size: 1, parts: [{name: a, n: 1}]"))
                .is(201);
        assertEquals(1, first.generation());
        assertEquals(
                first.resourceVersion(),
                space.apply(widget(space, "w", "size: 1, parts: [{name: a, n: 1}]"))
                        .resourceVersion());
        Answer both = space.apply("other", "&force=true", widget(space, "w", "size: 1, parts: [{name: b, n: 2}]"))
                .is(200);
        assertEquals(2, both.at("/spec/parts").size());
        assertEquals(2, both.generation());
        Answer conflict = space.apply("third", widget(space, "w", "size: 1, parts: [{name: b, n: 3}]"));
        conflict.isStatus(
                409, "Conflict", "Apply failed with 1 conflict: conflict with \"other\": .spec.parts[name=\"b\"].n");
        Answer metadata =
                space.merge("Widget", "w", "{metadata: {annotations: {x: y}}}").is(200);
        assertEquals(2, metadata.generation(), "metadata is no new generation");
        Answer status = space.api()
                .patch(Api.MERGE, space.path("Widget", "w") + "/status", "{status: {ready: true}}")
                .is(200);
        assertTrue(status.at("/status/ready").asBoolean());
        assertEquals(2, status.generation());
    }

    @Test
    @DisplayName("X4 an instance that its schema does not allow is a 500 or a 422")
    default void anInstanceThatItsSchemaDoesNotAllowIsRefused(Space space) {
        define(space);
        String where = "failed to create typed patch object (/w; " + space.widgetGroup() + "/v1, Kind=Widget): ";
        space.apply(widget(space, "w", "size: 1, color: red"))
                .isStatus(500, "", where + ".spec.color: field not declared in schema");
        space.apply(widget(space, "w", "size: big"))
                .isStatus(500, "", where + ".spec.size: expected numeric (int or float), got string");
        refused(
                space.apply(widget(space, "w", "size: -1")),
                "spec.size",
                "Invalid value: -1: spec.size in body should be greater than or equal to 0");
        space.apply(widget(space, "w", ""))
                .isStatus(
                        422,
                        "Invalid",
                        "Widget." + space.widgetGroup() + " \"w\" is invalid: spec.size: Required value");
    }

    @Test
    @DisplayName("X4 a definition that is going refuses new instances")
    default void aDefinitionThatIsGoingRefusesNewInstances(Space space) {
        String name = "widgets." + space.widgetGroup();
        define(space);
        space.apply(widget(space, "w", "size: 1")).is(201);
        space.merge("Widget", "w", "{metadata: {finalizers: [a.test/hold]}}").is(200);
        Answer going = space.delete("CustomResourceDefinition", name).is(200);
        assertEquals("customresourcecleanup.apiextensions.k8s.io", going.text("/metadata/finalizers/0"));
        space.until(
                "CustomResourceDefinition",
                name,
                now -> assertEquals("True InstanceDeletionInProgress", now.condition("Terminating")));
        space.apply(widget(space, "w2", "size: 1"))
                .isStatus(
                        403,
                        "Forbidden",
                        "widgets." + space.widgetGroup()
                                + " \"w2\" is forbidden: create not allowed while custom resource "
                                + "definition is terminating");
        assertTrue(
                space.apply(definition(space)).is(200).body().path("metadata").has("deletionTimestamp"));
        space.merge("Widget", "w", "{metadata: {finalizers: null}}").is(200);
        space.untilGone("CustomResourceDefinition", name);
        Awaitility.await().until(() -> space.list("Widget", "").code() == 404);
    }

    @Test
    @DisplayName("K5 deleting a definition deletes its instances")
    default void deletingADefinitionDeletesItsInstances(Space space) {
        define(space);
        space.apply(widget(space, "w", "size: 1")).is(201);
        space.delete("CustomResourceDefinition", "widgets." + space.widgetGroup())
                .is(200);
        space.untilGone("CustomResourceDefinition", "widgets." + space.widgetGroup());
        Awaitility.await().until(() -> space.list("Widget", "").code() == 404);
        define(space);
        assertEquals(0, space.list("Widget", "").names().size());
    }

    @Test
    @DisplayName("K5 a version that is no longer served is a 404 without a Status; its objects are there under another")
    default void aVersionIsNoLongerServed(Space space) {
        define(space);
        space.apply(widget(space, "w", "size: 1")).is(201);
        String moved =
                definition(space).replace("storage: true", "storage: false").replace("served: true", "served: false")
                        + """
                  - name: v2
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.indent(0);
        space.apply(moved).is(200);
        Answer gone = space.until("Widget", "w", answer -> answer.is(404));
        assertEquals("404 page not found", gone.body().asText().strip());
        String other = space.path("Widget", "w").replace("/v1/", "/v2/");
        Awaitility.await().until(() -> space.api().get(other).code() == 200);
    }

    @Test
    @DisplayName("K7 a storage version that objects are stored in cannot be taken back")
    default void aStorageVersionCannotBeTakenBack(Space space) {
        define(space);
        String v2 = definition(space).replace("storage: true", "storage: false") + """
                  - name: v2
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.indent(0);
        Answer second = space.apply(v2).is(200);
        assertEquals("[\"v1\",\"v2\"]", second.at("/status/storedVersions").toString());
        Answer refused = space.apply(definition(space)).is(422);
        assertTrue(refused.text("/message").contains("status.storedVersions"), refused.text("/message"));
    }
}
