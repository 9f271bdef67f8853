package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static io.sternway.sandbox.contract.Manifests.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Deleting: preconditions, dependants, finalizers. */
interface DeleteContract {
    private static void nothingLeft(Space space, String kind) {
        space.untilListed(kind, "", now -> assertEquals(0, now.names().size()));
    }

    private static void ready(Space space) {
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> assertEquals(2, now.number("/status/availableReplicas")));
    }

    @Test
    default void theAnswerSaysWhatWasDeleted(Space space) {
        Answer made = space.apply(deployment("web", 0, "ready")).is(201);
        Answer deleted = space.delete("Deployment", "web").is(200);
        assertEquals("Status", deleted.text("/kind"));
        assertEquals("Success", deleted.text("/status"));
        assertEquals(made.uid(), deleted.text("/details/uid"));
        assertEquals("deployments", deleted.text("/details/kind"));
        space.get("Deployment", "web").is(404);
    }

    @Test
    @DisplayName("K5 a delete carries a uid precondition")
    default void anotherUidIsAConflict(Space space) {
        Answer made = space.apply(configMap("c", "a: b")).is(201);
        space.delete("ConfigMap", "c", "preconditions: {uid: other}")
                .isStatus(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on ConfigMap \"c\": the UID in the precondition (other) does not "
                                + "match the UID in record (" + made.uid()
                                + "). The object might have been deleted and then recreated");
        space.delete("ConfigMap", "c", "preconditions: {uid: %s}".formatted(made.uid()))
                .is(200);
        space.get("ConfigMap", "c").is(404);
    }

    @Test
    default void anotherResourceVersionIsAConflict(Space space) {
        Answer made = space.apply(configMap("c", "a: b")).is(201);
        space.delete("ConfigMap", "c", "preconditions: {resourceVersion: '1'}").is(409);
        space.delete("ConfigMap", "c", "preconditions: {resourceVersion: '%s'}".formatted(made.resourceVersion()))
                .is(200);
    }

    @Test
    default void aDryRunDeletesNothing(Space space) {
        space.apply(configMap("c", "a: b")).is(201);
        space.api().delete(space.path("ConfigMap", "c") + "?dryRun=All", "").is(200);
        space.get("ConfigMap", "c").is(200);
    }

    @Test
    @DisplayName("K5 background: dependants go after their owner")
    default void inTheBackgroundDependantsGoAfterTheirOwner(Space space) {
        ready(space);
        space.delete("Deployment", "web", "propagationPolicy: Background").is(200);
        space.get("Deployment", "web").is(404);
        nothingLeft(space, "ReplicaSet");
        nothingLeft(space, "Pod");
    }

    @Test
    @DisplayName("K5 foreground: the owner stays until its dependants have gone")
    default void inTheForegroundTheOwnerGoesLast(Space space) {
        ready(space);
        // A Pod that a finalizer holds would be let go by its kubelet: hold its ReplicaSet.
        String set = space.list("ReplicaSet", "").names().get(0);
        space.merge("ReplicaSet", set, "{metadata: {finalizers: [a.test/hold]}}")
                .is(200);
        Answer going = space.delete("Deployment", "web", "propagationPolicy: Foreground")
                .is(200);
        assertEquals("foregroundDeletion", going.text("/metadata/finalizers/0"));
        assertTrue(going.body().path("metadata").has("deletionTimestamp"));
        space.until(
                "ReplicaSet", set, now -> assertTrue(now.body().path("metadata").has("deletionTimestamp")));
        nothingLeft(space, "Pod");
        assertTrue(
                space.get("Deployment", "web").is(200).body().path("metadata").has("deletionTimestamp"));
        space.merge("ReplicaSet", set, "{metadata: {finalizers: null}}").is(200);
        space.untilGone("ReplicaSet", set);
        space.untilGone("Deployment", "web");
    }

    @Test
    @DisplayName("K5 orphan: dependants stay and lose their owner")
    default void orphansStay(Space space) {
        ready(space);
        space.delete("Deployment", "web", "propagationPolicy: Orphan").is(200);
        space.untilGone("Deployment", "web");
        Answer sets = space.list("ReplicaSet", "");
        assertEquals(1, sets.names().size());
        assertTrue(sets.at("/items/0/metadata/ownerReferences").isMissingNode());
        assertEquals(2, space.list("Pod", "").names().size());
    }

    @Test
    @DisplayName("K6 a Job deleted without a policy leaves its Pods")
    default void aJobDeletedWithoutAPolicyLeavesItsPods(Space space) {
        space.apply(job("once", "ready")).is(201);
        space.until("Job", "once", now -> assertEquals("True CompletionsReached", now.condition("Complete")));
        space.delete("Job", "once").is(200);
        space.untilGone("Job", "once");
        Answer pods = space.list("Pod", "");
        assertEquals(1, pods.names().size());
        assertTrue(pods.at("/items/0/metadata/ownerReferences").isMissingNode());
    }

    @Test
    @DisplayName("K6 a Job can be deleted and made again at once")
    default void aJobCanBeDeletedAndMadeAgainAtOnce(Space space) {
        Answer first = space.apply(job("once", "ready")).is(201);
        // One that is replaced while its first Pod is being made may be left alone by its controller for minutes.
        space.until("Job", "once", now -> assertEquals("True CompletionsReached", now.condition("Complete")));
        space.delete("Job", "once", "propagationPolicy: Background").is(200);
        space.untilGone("Job", "once");
        Answer second = space.apply(job("once", "fail", "backoffLimit: 0")).is(201);
        assertNotEquals(first.uid(), second.uid());
        space.until("Job", "once", now -> assertEquals("True BackoffLimitExceeded", now.condition("Failed")));
    }

    @Test
    @DisplayName("K5 a finalizer keeps the object; the answer is the object, marked")
    default void aFinalizerKeepsTheObject(Space space) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, finalizers: [a.test/x]}}")
                .is(201);
        Answer marked = space.delete("ConfigMap", "c").is(200);
        assertEquals("ConfigMap", marked.text("/kind"));
        assertTrue(marked.body().path("metadata").has("deletionTimestamp"));
        assertEquals(0, marked.number("/metadata/deletionGracePeriodSeconds"));
        Answer again = space.delete("ConfigMap", "c").is(200);
        assertEquals(marked.text("/metadata/deletionTimestamp"), again.text("/metadata/deletionTimestamp"));
        space.merge("ConfigMap", "c", "{metadata: {finalizers: null}}").is(200);
        space.get("ConfigMap", "c").is(404);
    }

    @Test
    default void aCollectionIsDeletedBySelector(Space space) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {x: y}}}")
                .is(201);
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}").is(201);
        space.api()
                .delete(space.collection("ConfigMap") + "?labelSelector=x", "")
                .is(200);
        space.get("ConfigMap", "a").is(404);
        space.get("ConfigMap", "b").is(200);
    }

    @Test
    default void whatNobodyOwnsAnyLongerIsCollected(Space space) {
        Answer owner = space.apply(configMap("owner", "a: b")).is(201);
        String owned = "{apiVersion: v1, kind: ConfigMap, metadata: {name: owned, ownerReferences: [{apiVersion: v1, "
                + "kind: ConfigMap, name: owner, uid: %s}]}}";
        space.apply(owned.formatted(owner.uid())).is(201);
        space.delete("ConfigMap", "owner").is(200);
        space.untilGone("ConfigMap", "owned");
        space.apply(owned.formatted("11111111-2222-3333-4444-555555555555")).is(201);
        space.untilGone("ConfigMap", "owned");
    }

    @Test
    default void aSecondOwnerKeepsTheDependant(Space space) {
        String one = space.apply(configMap("one", "a: b")).is(201).uid();
        String two = space.apply(configMap("two", "a: b")).is(201).uid();
        String reference = "{apiVersion: v1, kind: ConfigMap, name: %s, uid: %s}";
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: owned, ownerReferences: [%s, %s]}}"
                        .formatted(reference.formatted("one", one), reference.formatted("two", two)))
                .is(201);
        space.delete("ConfigMap", "one").is(200);
        Answer kept = space.until(
                "ConfigMap",
                "owned",
                now -> assertEquals(
                        1, now.is(200).at("/metadata/ownerReferences").size()));
        assertEquals(two, kept.text("/metadata/ownerReferences/0/uid"));
        space.delete("ConfigMap", "two").is(200);
        space.untilGone("ConfigMap", "owned");
    }

    @Test
    default void aPodOnANodeIsGivenTime(Space space) {
        space.apply(deployment("web", 1, "ready")).is(201);
        space.untilListed("Pod", "", now -> assertEquals(1, now.names().size()));
        String pod = space.list("Pod", "").names().get(0);
        space.until("Pod", pod, now -> assertFalse(now.text("/spec/nodeName").isEmpty()));
        Answer going = space.delete("Pod", pod).is(200);
        assertEquals(30, going.number("/metadata/deletionGracePeriodSeconds"));
        space.untilGone("Pod", pod);
    }
}
