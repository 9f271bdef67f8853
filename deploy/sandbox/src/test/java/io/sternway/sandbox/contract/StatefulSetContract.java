package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.statefulSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** StatefulSets: order, revisions, and why a broken one stays broken. */
interface StatefulSetContract {
    private static void complete(Answer now, long generation, int replicas) {
        assertEquals(generation, now.number("/status/observedGeneration"));
        assertEquals(replicas, now.number("/status/replicas"));
        assertEquals(replicas, now.number("/status/readyReplicas"));
        assertEquals(replicas, now.number("/status/availableReplicas"));
        assertEquals(replicas, now.number("/status/updatedReplicas"));
        assertEquals(replicas, now.number("/status/currentReplicas"));
        assertEquals(now.text("/status/updateRevision"), now.text("/status/currentRevision"));
    }

    private static String revisionOf(Space space, String pod) {
        return space.get("Pod", pod).text("/metadata/labels/controller-revision-hash");
    }

    @Test
    default void podsHaveNamesAndRevisions(Space space) {
        space.apply(statefulSet("db", 2, "ready")).is(201);
        Answer done = space.until("StatefulSet", "db", now -> complete(now, 1, 2));
        Answer pod = space.get("Pod", "db-1").is(200);
        assertEquals("1", pod.text("/metadata/labels/apps.kubernetes.io~1pod-index"));
        assertEquals("db-1", pod.text("/metadata/labels/statefulset.kubernetes.io~1pod-name"));
        assertEquals("db-1", pod.text("/spec/hostname"));
        assertEquals("db", pod.text("/spec/subdomain"));
        assertEquals(done.text("/status/updateRevision"), revisionOf(space, "db-1"));
        assertEquals(
                List.of(done.text("/status/updateRevision")),
                space.list("ControllerRevision", "").names());
    }

    @Test
    default void orderedReadyWaitsForEachPod(Space space) {
        space.apply(statefulSet("db", 2, "never-ready")).is(201);
        space.until("Pod", "db-0", now -> assertEquals("Running", now.text("/status/phase")));
        space.get("Pod", "db-1").is(404);
        space.apply(statefulSet("par", 2, "never-ready", "podManagementPolicy: Parallel"))
                .is(201);
        space.until("Pod", "par-1", now -> assertEquals("Running", now.text("/status/phase")));
    }

    @Test
    default void anUpdateGoesFromTheHighestOrdinalDown(Space space) {
        space.apply(statefulSet("db", 2, "ready")).is(201);
        String before =
                space.until("StatefulSet", "db", now -> complete(now, 1, 2)).text("/status/updateRevision");
        space.apply(statefulSet("db", 2, "never-ready")).is(200);
        Answer stuck = space.until("StatefulSet", "db", now -> {
            assertEquals(2, now.number("/status/observedGeneration"));
            assertEquals(1, now.number("/status/updatedReplicas"));
            assertEquals(1, now.number("/status/readyReplicas"));
        });
        assertEquals(before, stuck.text("/status/currentRevision"));
        assertEquals(1, stuck.number("/status/currentReplicas"));
        assertEquals(before, revisionOf(space, "db-0"));
        assertNotEquals(before, revisionOf(space, "db-1"));
    }

    @Test
    @DisplayName("K7 with OrderedReady a rollback completes only after the broken Pod is deleted")
    default void aBrokenRevisionIsLeftOnlyWhenItsPodIsDeleted(Space space) {
        space.apply(statefulSet("db", 2, "ready")).is(201);
        String good =
                space.until("StatefulSet", "db", now -> complete(now, 1, 2)).text("/status/updateRevision");
        space.apply(statefulSet("db", 2, "crash")).is(200);
        space.until(
                "Pod",
                "db-1",
                now -> assertEquals("CrashLoopBackOff", now.text("/status/containerStatuses/0/state/waiting/reason")));
        // Until the controller has seen it, it might delete a Pod of this name by an older view.
        space.until("StatefulSet", "db", now -> {
            assertEquals(1, now.number("/status/updatedReplicas"));
            assertEquals(2, now.number("/status/replicas"));
        });
        String broken = space.get("Pod", "db-1").uid();

        space.apply(statefulSet("db", 2, "ready")).is(200);
        Answer stuck = space.until("StatefulSet", "db", now -> {
            assertEquals(3, now.number("/status/observedGeneration"));
            assertEquals(good, now.text("/status/updateRevision"));
        });
        assertEquals(1, stuck.number("/status/readyReplicas"));
        assertEquals(broken, space.get("Pod", "db-1").uid(), "it is not replaced by itself");

        space.delete("Pod", "db-1").is(200);
        space.until("StatefulSet", "db", now -> complete(now, 3, 2));
        assertEquals(good, revisionOf(space, "db-1"));
    }

    @Test
    @DisplayName("K7 with Parallel the broken Pod is replaced by itself")
    default void aParallelSetLeavesABrokenRevision(Space space) {
        String parallel = "podManagementPolicy: Parallel";
        space.apply(statefulSet("db", 2, "ready", parallel)).is(201);
        space.until("StatefulSet", "db", now -> complete(now, 1, 2));
        space.apply(statefulSet("db", 2, "crash", parallel)).is(200);
        space.until(
                "Pod",
                "db-1",
                now -> assertEquals("CrashLoopBackOff", now.text("/status/containerStatuses/0/state/waiting/reason")));
        space.apply(statefulSet("db", 2, "ready", parallel)).is(200);
        space.until("StatefulSet", "db", now -> complete(now, 3, 2));
    }

    @Test
    default void aPartitionHoldsTheLowerOrdinalsBack(Space space) {
        String partition = "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}";
        space.apply(statefulSet("db", 2, "ready", partition)).is(201);
        String before =
                space.until("StatefulSet", "db", now -> complete(now, 1, 2)).text("/status/updateRevision");
        space.apply(statefulSet("db", 2, "ready 10ms", partition)).is(200);
        Answer held = space.until("StatefulSet", "db", now -> {
            assertEquals(2, now.number("/status/observedGeneration"));
            assertEquals(1, now.number("/status/updatedReplicas"));
            assertEquals(2, now.number("/status/readyReplicas"));
        });
        assertEquals(before, held.text("/status/currentRevision"));
        assertEquals(before, revisionOf(space, "db-0"));
        space.until(
                "Pod",
                "db-1",
                now -> assertEquals(
                        held.text("/status/updateRevision"), now.text("/metadata/labels/controller-revision-hash")));
    }

    @Test
    default void onDeleteReplacesNothingByItself(Space space) {
        String onDelete = "updateStrategy: {type: OnDelete}";
        space.apply(statefulSet("db", 1, "ready", onDelete)).is(201);
        space.until("StatefulSet", "db", now -> assertEquals(1, now.number("/status/readyReplicas")));
        String old = revisionOf(space, "db-0");
        space.apply(statefulSet("db", 1, "ready 10ms", onDelete)).is(200);
        Answer waits = space.until("StatefulSet", "db", now -> {
            assertEquals(2, now.number("/status/observedGeneration"));
            assertNotEquals(old, now.text("/status/updateRevision"));
        });
        assertEquals(0, waits.number("/status/updatedReplicas"));
        assertEquals(old, revisionOf(space, "db-0"));
        space.delete("Pod", "db-0").is(200);
        space.until("Pod", "db-0", now -> {
            now.is(200);
            assertEquals(waits.text("/status/updateRevision"), now.text("/metadata/labels/controller-revision-hash"));
        });
    }

    @Test
    default void scalingDownGoesFromTheHighestOrdinal(Space space) {
        space.apply(statefulSet("db", 3, "ready")).is(201);
        space.until("StatefulSet", "db", now -> complete(now, 1, 3));
        space.apply(statefulSet("db", 1, "ready")).is(200);
        space.until("StatefulSet", "db", now -> complete(now, 2, 1));
        space.get("Pod", "db-0").is(200);
        space.untilGone("Pod", "db-1");
    }
}
