package io.sternway.watcher.domain.readiness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("H3")
class WorkloadsTest {

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("observed, updated ≥ spec, replicas ≤ updated, available ≥ updated")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress NoObservedGeneration        | {spec: {replicas: 3}, status: {}}
            # Passed too early by every other test: the old generation's numbers
            InProgress LatestGenerationNotObserved | {spec: {replicas: 3}, status: {observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3}}
            InProgress LessUpdated                 | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 4, updatedReplicas: 2, availableReplicas: 4}}
            InProgress ExtraPods                   | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 4, updatedReplicas: 3, availableReplicas: 3}}
            InProgress LessAvailable               | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 2}}
            Current                                | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3}}
            # One replica when nothing is said
            InProgress LessUpdated                 | {spec: {}, status: {observedGeneration: 2}}
            # Zero replicas are ready once the generation is observed
            Current                                | {spec: {replicas: 0}, status: {observedGeneration: 2}}
            InProgress DeploymentPaused            | {spec: {replicas: 3, paused: true}, status: {observedGeneration: 2, replicas: 3, availableReplicas: 3}}
            # Not failed: a throttled rollout says it too and goes on
            InProgress ProgressDeadlineExceeded    | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded}]}}
            # Left over, and overtaken by the numbers
            Current                                | {spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, updatedReplicas: 1, availableReplicas: 1, conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded}]}}
            """)
    void deployments(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("apps/v1", "Deployment", object)));
    }

    @Test
    @DisplayName("H3 the Progressing condition is given once the generation is observed, and not before")
    void theProgressingConditionIsGiven() {
        String conditions = "conditions: [{type: Progressing, status: \"False\", reason: ProgressDeadlineExceeded,"
                + " lastUpdateTime: yesterday}, {type: Available, status: \"True\"}]";
        Workload observed = workload("Deployment", "{status: {observedGeneration: 2, " + conditions + "}}");
        Workload unobserved = workload("Deployment", "{status: {observedGeneration: 1, " + conditions + "}}");

        assertEquals(
                new Workload.Progressing("False", "ProgressDeadlineExceeded", "yesterday"), observed.progressing());
        assertEquals(true, observed.availableCondition());
        assertNull(unobserved.progressing());
    }

    @ParameterizedTest(name = "[{index}] {0} rolling {1}, template {2}")
    @DisplayName("H14 more replicas are no rollout: that is Pods of an older template, or another template")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Deployment  | false | 3     | {metadata: {annotations: {deployment.kubernetes.io/revision: "3"}}, spec: {replicas: 12}, status: {observedGeneration: 2, replicas: 4, updatedReplicas: 4}}
            Deployment  | true  | 3     | {metadata: {annotations: {deployment.kubernetes.io/revision: "3"}}, spec: {replicas: 4}, status: {observedGeneration: 2, replicas: 5, updatedReplicas: 1}}
            Deployment  | false | -     | {spec: {replicas: 4}, status: {observedGeneration: 1, replicas: 4, updatedReplicas: 4}}
            StatefulSet | false | web-a | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 2, currentRevision: web-a, updateRevision: web-a}}
            StatefulSet | true  | web-b | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 3, currentRevision: web-a, updateRevision: web-b}}
            DaemonSet   | false | 4     | {metadata: {annotations: {deprecated.daemonset.template.generation: "4"}}, status: {observedGeneration: 2, desiredNumberScheduled: 3, currentNumberScheduled: 2, updatedNumberScheduled: 2}}
            DaemonSet   | true  | 4     | {metadata: {annotations: {deprecated.daemonset.template.generation: "4"}}, status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 1}}
            ReplicaSet  | false | -     | {spec: {replicas: 3}, status: {observedGeneration: 2, replicas: 1}}
            """)
    void scalingIsNoRollout(String kind, boolean rolling, @Nullable String template, String object) {
        Workload numbers = workload(kind, object);

        assertEquals(rolling, numbers.rolling());
        assertEquals(template, numbers.template());
    }

    @ParameterizedTest(name = "[{index}] {1} of {0}: {2}")
    @DisplayName("H3 a workload may not fall below desired minus maxUnavailable, as its controller counts")
    @CsvSource(delimiter = '|', textBlock = """
            Deployment  | 10 | 8  | strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
            Deployment  | 10 | 7  | strategy: {rollingUpdate: {maxUnavailable: 3}}
            Deployment  | 1  | 1  | strategy: {type: RollingUpdate}
            Deployment  | 4  | 3  | strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 10%}}
            Deployment  | 4  | 4  | strategy: {type: Recreate}
            Deployment  | 0  | 0  | strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}
            StatefulSet | 3  | 2  | updateStrategy: {type: RollingUpdate}
            StatefulSet | 1  | 1  | updateStrategy: {type: RollingUpdate}
            StatefulSet | 0  | 0  | updateStrategy: {type: RollingUpdate}
            """)
    void minimumAvailable(String kind, int desired, int minimum, String strategy) {
        Workload numbers = workload(kind, "{spec: {replicas: " + desired + ", " + strategy + "}}");

        assertEquals(desired, numbers.desired());
        assertEquals(minimum, numbers.minimumAvailable());
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("StatefulSets")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress NoObservedGeneration | {spec: {replicas: 2}}
            InProgress LessReplicas     | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 1, readyReplicas: 1}}
            InProgress LessReady        | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 1}}
            InProgress ExtraPods        | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 3, readyReplicas: 3}}
            InProgress PartitionRollout | {spec: {replicas: 2, updateStrategy: {rollingUpdate: {partition: 0}}}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, updatedReplicas: 1}}
            Current                     | {spec: {replicas: 2, updateStrategy: {rollingUpdate: {partition: 1}}}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, updatedReplicas: 1}}
            Current                     | {spec: {replicas: 2, updateStrategy: {rollingUpdate: {partition: 9}}}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2}}
            InProgress LessCurrent      | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, currentReplicas: 1}}
            InProgress RevisionMismatch | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, currentReplicas: 2, currentRevision: a, updateRevision: b}}
            Current                     | {spec: {replicas: 2}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, currentReplicas: 2, currentRevision: b, updateRevision: b}}
            # not current for ever because nobody rolls it
            InProgress OnDelete         | {spec: {replicas: 2, updateStrategy: {type: OnDelete}}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, updatedReplicas: 1, currentRevision: a, updateRevision: b}}
            Current                     | {spec: {replicas: 2, updateStrategy: {type: OnDelete}}, status: {observedGeneration: 2, replicas: 2, readyReplicas: 2, updatedReplicas: 2, currentRevision: a, updateRevision: b}}
            """)
    void statefulSets(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("apps/v1", "StatefulSet", object)));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("DaemonSets")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress NoObservedGeneration | status: {}
            InProgress NoDesiredNumber | status: {observedGeneration: 2}
            InProgress LessCurrent     | status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 1}
            InProgress LessUpdated     | status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 1}
            InProgress LessAvailable   | status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 1}
            InProgress LessReady       | status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2, numberReady: 1}
            Current                    | status: {observedGeneration: 2, desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2, numberReady: 2}
            Current                    | status: {observedGeneration: 2, desiredNumberScheduled: 0}
            """)
    void daemonSets(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("apps/v1", "DaemonSet", object)));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("ReplicaSets")
    @CsvSource(delimiter = '|', textBlock = """
            InProgress ReplicaFailure | {spec: {replicas: 1}, status: {observedGeneration: 2, conditions: [{type: ReplicaFailure, status: "True"}]}}
            InProgress LessLabelled   | {spec: {replicas: 2}, status: {observedGeneration: 2, fullyLabeledReplicas: 1}}
            InProgress LessAvailable  | {spec: {replicas: 2}, status: {observedGeneration: 2, fullyLabeledReplicas: 2, availableReplicas: 1}}
            InProgress LessReady      | {spec: {replicas: 2}, status: {observedGeneration: 2, fullyLabeledReplicas: 2, availableReplicas: 2, readyReplicas: 1}}
            InProgress ExtraPods      | {spec: {replicas: 2}, status: {observedGeneration: 2, fullyLabeledReplicas: 2, availableReplicas: 2, readyReplicas: 2, replicas: 3}}
            Current                   | {spec: {replicas: 2}, status: {observedGeneration: 2, fullyLabeledReplicas: 2, availableReplicas: 2, readyReplicas: 2, replicas: 2}}
            """)
    void replicaSets(String expected, String object) {
        assertEquals(expected, Seen.word(Seen.assess("apps/v1", "ReplicaSet", object)));
    }

    private static Workload workload(String kind, String object) {
        Workload numbers = Seen.assess("apps/v1", kind, object).workload();
        assertNotNull(numbers);
        return numbers;
    }
}
