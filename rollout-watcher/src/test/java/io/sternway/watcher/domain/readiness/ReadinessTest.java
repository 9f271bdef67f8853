package io.sternway.watcher.domain.readiness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("H3")
class ReadinessTest {

    private static final Readiness READINESS = new Readiness(Duration.ofSeconds(5));

    @Test
    @DisplayName("H3 an object counts only with the uid applied and a generation at least the one applied")
    void onlyWhatWasAppliedCounts() {
        assertEquals("NotFound", Seen.word(READINESS.assess(Seen.applied("v1", "ConfigMap"), null, Duration.ZERO)));
        assertEquals("NotFound Replaced", Seen.word(Seen.assess("v1", "ConfigMap", "metadata: {uid: other}")));
        assertEquals(
                "InProgress GenerationNotSeen", Seen.word(Seen.assess("v1", "ConfigMap", "metadata: {generation: 1}")));
        assertEquals("Current", Seen.word(Seen.assess("v1", "ConfigMap", "metadata: {generation: 3}")));
    }

    @ParameterizedTest(name = "[{index}] {2}")
    @DisplayName("every kind, before its own rule, and kinds without one")
    @CsvSource(delimiter = '|', textBlock = """
            # it is being deleted
            v1                  | ConfigMap | Terminating                             | metadata: {deletionTimestamp: 2026-01-01T00:00:00Z}
            # its controller has not seen it: not "less than", so a restored object is not current either
            example.com/v1      | Thing     | InProgress LatestGenerationNotObserved  | status: {observedGeneration: 1, conditions: [{type: Ready, status: "True"}]}
            example.com/v1      | Thing     | InProgress LatestGenerationNotObserved  | status: {observedGeneration: 3}
            # Reconciling and Stalled: the first in the list's order
            example.com/v1      | Thing     | InProgress Working                      | status: {conditions: [{type: Reconciling, status: "True", reason: Working}, {type: Stalled, status: "True"}]}
            example.com/v1      | Thing     | Failed NoQuota                          | status: {conditions: [{type: Stalled, status: "True", reason: NoQuota}, {type: Reconciling, status: "True"}]}
            example.com/v1      | Thing     | Current                                 | status: {conditions: [{type: Stalled, status: "False", reason: NoQuota}]}
            # the Ready condition
            example.com/v1      | Thing     | Current                                 | status: {conditions: [{type: Ready, status: "True"}]}
            example.com/v1      | Thing     | InProgress Broken                       | status: {conditions: [{type: Ready, status: "False", reason: Broken}]}
            example.com/v1      | Thing     | InProgress NotReady                     | status: {conditions: [{type: Ready, status: Unknown}]}
            # none: it is there
            example.com/v1      | Thing     | Current                                 | status: {phase: Whatever}
            v1                  | Namespace | Current                                 | status: {phase: Active}
            rbac.authorization.k8s.io/v1 | Role | Current                             | rules: []
            # a condition of an older generation says nothing
            example.com/v1      | Thing     | InProgress LatestGenerationNotObserved  | status: {conditions: [{type: Ready, status: "True", observedGeneration: 1}]}
            example.com/v1      | Thing     | InProgress LatestGenerationNotObserved  | status: {conditions: [{type: Stalled, status: "True", observedGeneration: 1}]}
            example.com/v1      | Thing     | Current                                 | status: {conditions: [{type: Ready, status: "True", observedGeneration: 2}]}
            """)
    void generic(String apiVersion, String kind, String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess(apiVersion, kind, object)));
    }

    @ParameterizedTest
    @DisplayName("H3 a custom object without a status gets a while for its controller, then it is current")
    @ValueSource(
            strings = {
                "example.com/v1",
                "gateway.networking.k8s.io/v1",
                "snapshot.storage.k8s.io/v1",
                "metrics.k8s.io/v1"
            })
    void aFirstStatusOfACustomObjectIsWaitedFor(String apiVersion) {
        String object = "spec: {}";
        assertEquals(
                "InProgress NoStatusYet", Seen.word(Seen.assess(apiVersion, "Thing", object, Duration.ofSeconds(4))));
        assertEquals("Current", Seen.word(Seen.assess(apiVersion, "Thing", object, Duration.ofSeconds(5))));
        assertTrue(Readiness.changesByItself(Seen.applied(apiVersion, "Thing")));
    }

    @ParameterizedTest
    @DisplayName("H3 an object of the API server's own groups is current without a status")
    @ValueSource(strings = {"v1", "autoscaling/v2", "networking.k8s.io/v1", "storage.k8s.io/v1", "resource.k8s.io/v1"})
    void noStatusOfABuiltInObjectIsWaitedFor(String apiVersion) {
        assertEquals("Current", Seen.word(Seen.assess(apiVersion, "Thing", "spec: {}", Duration.ZERO)));
        assertFalse(Readiness.changesByItself(Seen.applied(apiVersion, "Thing")));
    }

    @ParameterizedTest(name = "[{index}] {1} {2}")
    @DisplayName("claims, services, definitions, and kinds where there is nothing to wait for")
    @CsvSource(delimiter = '|', textBlock = """
            v1        | PersistentVolumeClaim | Current                  | status: {phase: Bound}
            v1        | PersistentVolumeClaim | InProgress NotBound      | status: {phase: Pending}
            v1        | PersistentVolumeClaim | InProgress NotBound      | status: {phase: Lost}
            v1        | PersistentVolumeClaim | InProgress NotBound      | status: {}
            v1        | Service               | Current                  | spec: {type: ClusterIP}
            v1        | Service               | InProgress NoIPAssigned  | spec: {type: LoadBalancer}
            v1        | Service               | Current                  | spec: {type: LoadBalancer, clusterIP: 10.0.0.1}
            v1        | Secret                | Current                  | type: Opaque
            batch/v1  | CronJob               | Current                  | spec: {suspend: true}
            policy/v1 | PodDisruptionBudget   | Current                  | status: {observedGeneration: 2}
            policy/v1 | PodDisruptionBudget   | InProgress LatestGenerationNotObserved | status: {observedGeneration: 1}
            apiextensions.k8s.io/v1 | CustomResourceDefinition | InProgress Installing | status: {conditions: []}
            apiextensions.k8s.io/v1 | CustomResourceDefinition | InProgress Installing | status: {conditions: [{type: Established, status: "False", reason: Installing}]}
            apiextensions.k8s.io/v1 | CustomResourceDefinition | Current               | status: {conditions: [{type: NamesAccepted, status: "True"}, {type: Established, status: "True"}]}
            apiextensions.k8s.io/v1 | CustomResourceDefinition | Failed Conflict       | status: {conditions: [{type: NamesAccepted, status: "False", reason: Conflict}]}
            apiextensions.k8s.io/v1 | CustomResourceDefinition | Failed Refused        | status: {conditions: [{type: Established, status: "False", reason: Refused}]}
            """)
    void simpleKinds(String apiVersion, String kind, String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess(apiVersion, kind, object)));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("a Job is current when it has completed, not while it runs")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress JobNotStarted  | status: {}
            InProgress JobInProgress  | status: {startTime: now}
            Current                   | status: {startTime: now, succeeded: 1, conditions: [{type: Complete, status: "True"}]}
            Failed JobFailed          | status: {startTime: now, conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded}]}
            InProgress JobInProgress  | status: {startTime: now, conditions: [{type: FailureTarget, status: "True"}]}
            Current                   | {spec: {suspend: true}, status: {conditions: [{type: Suspended, status: "True"}]}}
            """)
    void jobs(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("batch/v1", "Job", object)));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("Pods that were applied themselves")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress PodNotObserved    | status: {}
            InProgress PodPending        | status: {phase: Pending}
            InProgress PodUnschedulable  | status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]}
            InProgress PodRunningNotReady| status: {phase: Running, conditions: [{type: Ready, status: "False"}]}
            Current                      | status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
            Current                      | status: {phase: Succeeded}
            Failed PodFailed             | status: {phase: Failed, containerStatuses: [{name: a}]}
            Failed CrashLoopBackOff      | status: {phase: Running, containerStatuses: [{name: a, state: {waiting: {reason: CrashLoopBackOff}}}]}
            Failed ImagePullBackOff      | status: {phase: Pending, initContainerStatuses: [{name: a, state: {waiting: {reason: ImagePullBackOff}}}]}
            InProgress Evicted           | status: {phase: Failed, reason: Evicted, containerStatuses: [{name: a}]}
            """)
    void pods(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("v1", "Pod", object)));
    }
}
