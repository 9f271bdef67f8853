package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Namespaces that come and go. */
interface NamespaceContract {
    private static String held(String name) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, finalizers: [a.test/hold]}}".formatted(name);
    }

    @Test
    default void aNamespaceIsActiveAndHasItsName(Space space) {
        Answer namespace = space.get("Namespace", space.namespace()).is(200);
        assertEquals("Active", namespace.text("/status/phase"));
        assertEquals("kubernetes", namespace.text("/spec/finalizers/0"));
        assertEquals(space.namespace(), namespace.text("/metadata/labels/kubernetes.io~1metadata.name"));
        space.until("ServiceAccount", "default", now -> now.is(200));
    }

    @Test
    @DisplayName("X4 a namespace that is going refuses new objects and takes updates")
    default void aNamespaceThatIsGoingRefusesNewObjectsAndTakesUpdates(Space space) {
        space.apply(held("held")).is(201);
        Answer going = space.delete("Namespace", space.namespace()).is(200);
        assertEquals("Terminating", going.text("/status/phase"));
        assertTrue(going.body().path("metadata").has("deletionTimestamp"));
        Answer refused = space.apply(configMap("new", "a: b"));
        refused.isStatus(
                403,
                "Forbidden",
                "configmaps \"new\" is forbidden: unable to create new content in namespace " + space.namespace()
                        + " because it is being terminated");
        assertEquals(
                List.of("NamespaceTerminating metadata.namespace: namespace " + space.namespace()
                        + " is being terminated"),
                refused.causes());
        space.apply("other", configMap("held", "a: b")).is(200);
        space.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(space.namespace()))
                .is(200);
        Answer waits = space.until(
                "Namespace",
                space.namespace(),
                now -> assertEquals("True SomeFinalizersRemain", now.condition("NamespaceFinalizersRemaining")));
        assertEquals("True SomeResourcesRemain", waits.condition("NamespaceContentRemaining"));
        assertEquals("False ContentDeleted", waits.condition("NamespaceDeletionContentFailure"));
        space.merge("ConfigMap", "held", "{metadata: {finalizers: null}}").is(200);
        space.untilGone("Namespace", space.namespace());
        space.apply(configMap("new", "a: b"))
                .isStatus(404, "NotFound", "namespaces \"" + space.namespace() + "\" not found");
    }

    @Test
    @DisplayName("K5 a namespace takes all that is in it along")
    default void aNamespaceTakesItsContentAlong(Space space) {
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> assertEquals(2, now.number("/status/availableReplicas")));
        space.delete("Namespace", space.namespace()).is(200);
        space.untilGone("Namespace", space.namespace());
        space.get("Deployment", "web").is(404);
        assertEquals(
                0,
                space.api()
                        .get("/api/v1/pods?fieldSelector=metadata.namespace%3D" + space.namespace())
                        .names()
                        .size());
    }

    @Test
    default void aNewNamespaceTakesObjectsAtOnce(Space space) {
        String other = space.namespace() + "-b";
        space.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(other))
                .is(201);
        space.in(other).apply(configMap("c", "a: b")).is(201);
    }
}
