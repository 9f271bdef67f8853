package io.sternway.watcher.domain.readiness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.watcher.domain.observed.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H3")
class FailedPodsTest {

    private static final Json DEPLOYMENT = Seen.object("""
            metadata: {annotations: {deployment.kubernetes.io/revision: "2"}}
            spec: {replicas: 2}
            status: {observedGeneration: 2, replicas: 3, updatedReplicas: 1}
            """);

    @Test
    @DisplayName("H3 after a rollback the failed revision's Pods are still crashing, and do not count")
    void onlyPodsOfTheCurrentReplicaSetCount() {
        List<Json> replicaSets = Seen.list(
                Seen.replicaSet("old", Seen.UID, "1"),
                Seen.replicaSet("new", Seen.UID, "2"),
                Seen.replicaSet("foreign", "somebody-else", "2"));
        List<Json> pods = Seen.list(
                Seen.pod("web-old", "old", "", Seen.waiting("CrashLoopBackOff")),
                Seen.pod("web-new", "new", "", Seen.waiting("ImagePullBackOff")),
                Seen.pod("other", "foreign", "", Seen.waiting("CrashLoopBackOff")));

        assertEquals(List.of("web-new: ImagePullBackOff"), failed("Deployment", DEPLOYMENT, replicaSets, pods));
    }

    @Test
    @DisplayName("H3 while the generation is not observed, the current revision is not known and no Pod counts")
    void noPodCountsBeforeTheGenerationIsObserved() {
        Json unobserved = Seen.object("""
                metadata: {annotations: {deployment.kubernetes.io/revision: "1"}}
                status: {observedGeneration: 1}
                """);

        assertEquals(
                List.of(),
                failed(
                        "Deployment",
                        unobserved,
                        Seen.list(Seen.replicaSet("old", Seen.UID, "1")),
                        Seen.list(Seen.pod("web-old", "old", "", Seen.waiting("CrashLoopBackOff")))));
    }

    @Test
    @DisplayName("H3 only Pods of the update revision count for StatefulSets and DaemonSets")
    void onlyPodsOfTheUpdateRevisionCount() {
        Json set = Seen.object("{spec: {replicas: 2}, status: {observedGeneration: 2, updateRevision: web-b}}");
        List<Json> pods = Seen.list(
                Seen.pod("web-0", Seen.UID, "controller-revision-hash: web-a", Seen.waiting("CrashLoopBackOff")),
                Seen.pod("web-1", Seen.UID, "controller-revision-hash: web-b", Seen.waiting("CrashLoopBackOff")));
        assertEquals(List.of("web-1: CrashLoopBackOff"), failed("StatefulSet", set, List.of(), pods));

        Json daemons = Seen.object("""
                metadata: {annotations: {deprecated.daemonset.template.generation: "4"}}
                status: {observedGeneration: 2, desiredNumberScheduled: 2}
                """);
        List<Json> onNodes = Seen.list(
                Seen.pod("a", Seen.UID, "pod-template-generation: \"3\"", Seen.waiting("CrashLoopBackOff")),
                Seen.pod("b", Seen.UID, "pod-template-generation: \"4\"", Seen.waiting("CrashLoopBackOff")));
        assertEquals(List.of("b: CrashLoopBackOff"), failed("DaemonSet", daemons, List.of(), onNodes));
    }

    @ParameterizedTest(name = "[{index}] {0}: {1}")
    @DisplayName("what counts as a failed Pod, and what never does")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            CrashLoopBackOff           | phase: Running, containerStatuses: [{state: {waiting: {reason: CrashLoopBackOff}}}]
            ImagePullBackOff           | phase: Pending, containerStatuses: [{state: {waiting: {reason: ImagePullBackOff}}}]
            ErrImagePull               | phase: Pending, containerStatuses: [{state: {waiting: {reason: ErrImagePull}}}]
            CreateContainerConfigError | phase: Pending, containerStatuses: [{state: {waiting: {reason: CreateContainerConfigError}}}]
            CrashLoopBackOff           | phase: Pending, initContainerStatuses: [{state: {waiting: {reason: CrashLoopBackOff}}}]
            OOMKilled                  | phase: Running, containerStatuses: [{ready: false, restartCount: 2, lastState: {terminated: {reason: OOMKilled}}}]
            OOMKilled                  | phase: Running, containerStatuses: [{ready: false, restartCount: 1, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {reason: OOMKilled}}}]
            PodFailed                  | phase: Failed, containerStatuses: [{state: {terminated: {exitCode: 1}}}]
            -                          | phase: Running, containerStatuses: [{ready: true, restartCount: 9, lastState: {terminated: {reason: OOMKilled}}}]
            -                          | phase: Pending, containerStatuses: [{state: {waiting: {reason: ContainerCreating}}}]
            -                          | phase: Running, containerStatuses: [{ready: false, restartCount: 0, state: {running: {}}}]
            # Never: evicted, preempted, shut down with the node, refused at admission for the node's sake
            -                          | phase: Failed, reason: Evicted, containerStatuses: [{state: {terminated: {exitCode: 137}}}]
            -                          | phase: Failed, reason: Preempting, containerStatuses: [{state: {terminated: {exitCode: 137}}}]
            -                          | phase: Failed, reason: NodeShutdown, containerStatuses: [{state: {terminated: {exitCode: 137}}}]
            -                          | phase: Failed, reason: Terminated, containerStatuses: [{state: {terminated: {exitCode: 137}}}]
            -                          | phase: Failed, reason: OutOfcpu
            -                          | phase: Failed, reason: NodeAffinity
            -                          | phase: Failed, reason: SomethingNewOfTheKubelet
            -                          | phase: Failed, containerStatuses: [{state: {terminated: {exitCode: 137}}}], conditions: [{type: DisruptionTarget, status: "True"}]
            """)
    void whatCountsAsFailed(String expected, String status) {
        Json pod = Seen.pod("web-1", "new", "", status);

        List<String> failed =
                failed("Deployment", DEPLOYMENT, Seen.list(Seen.replicaSet("new", Seen.UID, "2")), Seen.list(pod));

        assertEquals(expected == null ? List.of() : List.of("web-1: " + expected), failed);
        assertTrue(expected == null || Readiness.mayTellOfFailure(Seen.json(status)), "a watch tells of it at once");
    }

    @Test
    @DisplayName("H15 what is known of why a Pod failed is told in parts, its last words shortened")
    void whyItFailedIsToldInParts() {
        Json pod = Seen.pod("web-1", "new", "", """
                phase: Running, containerStatuses: [
                  {name: sidecar, ready: true, restartCount: 9, state: {running: {}}},
                  {name: app, ready: false, restartCount: 4, state: {waiting: {reason: CrashLoopBackOff, message: back-off}},
                   lastState: {terminated: {exitCode: 3, reason: Error, message: "no  database\\n%s"}}}]
                """.formatted("x".repeat(500)));

        Workload numbers = Seen.assess(
                        "apps/v1",
                        "Deployment",
                        DEPLOYMENT,
                        Seen.list(Seen.replicaSet("new", Seen.UID, "2")),
                        Seen.list(pod))
                .workload();

        assertNotNull(numbers);
        String words = "no database " + "x".repeat(188) + "…";
        assertEquals(List.of(new FailedPod("web-1", "CrashLoopBackOff", "app", 3, 4, words)), numbers.failedPods());
    }

    @Test
    @DisplayName("H3 a Pod that is being deleted does not count")
    void aPodThatGoesDoesNotCount() {
        Json pod = Seen.object("""
                metadata:
                  name: web-1
                  deletionTimestamp: now
                  ownerReferences: [{uid: new, controller: true}]
                status: {%s}
                """.formatted(Seen.waiting("CrashLoopBackOff")));

        assertEquals(
                List.of(),
                failed("Deployment", DEPLOYMENT, Seen.list(Seen.replicaSet("new", Seen.UID, "2")), Seen.list(pod)));
    }

    @Test
    @DisplayName("a Job's Pods may fail as its own limits allow; only what can never start is listed")
    void aJobsPodsMayFail() {
        Json job = Seen.object("status: {startTime: now}");
        List<Json> pods = Seen.list(
                Seen.pod("try-1", Seen.UID, "", "phase: Failed, containerStatuses: [{name: a}]"),
                Seen.pod("try-2", Seen.UID, "", Seen.waiting("CrashLoopBackOff")),
                Seen.pod("try-3", Seen.UID, "", Seen.waiting("ErrImagePull")));

        Workload numbers = Seen.assess("batch/v1", "Job", job, List.of(), pods).workload();
        assertNotNull(numbers);
        assertEquals(List.of("try-3: ErrImagePull"), words(numbers));
    }

    @Test
    @DisplayName("H2 Pods are asked for only where a workload is not ready")
    @Tag("H2")
    void podsAreReadOnlyForWhatIsNotReady() {
        Assessment rolling = Seen.assess("apps/v1", "Deployment", DEPLOYMENT, List.of(), List.of());
        Assessment ready =
                Seen.assess("apps/v1", "Deployment", "{spec: {replicas: 0}, status: {observedGeneration: 2}}");
        Assessment claim = Seen.assess("v1", "PersistentVolumeClaim", "status: {phase: Pending}");

        assertTrue(Readiness.needsPods(Seen.applied("apps/v1", "Deployment"), rolling));
        assertFalse(Readiness.needsPods(Seen.applied("apps/v1", "Deployment"), ready));
        assertFalse(Readiness.needsPods(Seen.applied("v1", "PersistentVolumeClaim"), claim));
    }

    private static List<String> failed(String kind, Json workload, List<Json> replicaSets, List<Json> pods) {
        Workload numbers =
                Seen.assess("apps/v1", kind, workload, replicaSets, pods).workload();
        assertNotNull(numbers);
        return words(numbers);
    }

    private static List<String> words(Workload numbers) {
        return numbers.failedPods().stream()
                .map(pod -> pod.name() + ": " + pod.reason())
                .toList();
    }
}
