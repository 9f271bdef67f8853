package io.sternway.watcher.config;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sternway.events.RolloutObserved.ObservedObject;
import io.sternway.events.RolloutObserved.Workload;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import io.sternway.sandbox.cluster.real.RealControlPlane.Part;
import io.sternway.vocabulary.ObjectStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real controllers write, as the watcher sees it. */
class RealClusterIT {

    @TempDir
    static Path folder;

    private static RealControlPlane cluster;
    private static WatcherStack stack;
    private static KubernetesClient client;
    private static long epoch;

    @BeforeAll
    static void startAll() {
        Optional<String> whyNot = RealControlPlane.whyNot();
        assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
        Awaitility.setDefaultTimeout(Duration.ofSeconds(40));
        cluster = RealControlPlane.start("real-1");
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig("real-1", cluster.kubeconfig().toFile()))
                .build();
        stack = new WatcherStack(folder);
        stack.inventory("clusters: [{name: real-1, kubeconfig: " + cluster.kubeconfig() + ", context: real-1}]");
        stack.start("one", Map.of());
    }

    @AfterAll
    static void stopAll() {
        if (stack != null) {
            stack.close();
        }
        if (client != null) {
            client.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @Tag("H3")
    @DisplayName("H3 broken rollouts name their Pods; putting the template back counts none of them")
    @CsvSource({"crash,CrashLoopBackOff", "unpullable,ImagePullBackOff"})
    void aBrokenRolloutNamesItsPods(String pod, String reason) {
        String name = "web-" + pod;
        held(Shop.deployment(name, "ready"));
        await().untilAsserted(() -> assertEquals(ObjectStatus.Current, newest().status()));

        held(Shop.deployment(name, pod));
        await().untilAsserted(() -> {
            assertEquals(ObjectStatus.InProgress, newest().status());
            assertTrue(!workload().failedPods().isEmpty());
            assertTrue(workload().failedPods().stream()
                    .allMatch(failed -> failed.reason().equals(reason)));
        });

        held(Shop.deployment(name, "ready"));
        await().untilAsserted(() -> assertEquals(ObjectStatus.Current, newest().status()));
        assertTrue(stack.rollouts("real-1").stream()
                .filter(seen -> seen.epoch() == epoch)
                .flatMap(seen -> seen.objects().stream())
                .allMatch(seen -> {
                    Workload numbers = seen.workload();
                    return numbers != null && numbers.failedPods().isEmpty();
                }));
    }

    @Test
    @Tag("H3")
    @DisplayName("H3 a rollout that makes no progress says so, with its condition and when it was written")
    void noProgressIsSaid() {
        held(Shop.deployment("stuck", "never-ready")
                .replace("progressDeadlineSeconds: 60", "progressDeadlineSeconds: 2"));

        await().untilAsserted(() -> {
            assertEquals("ProgressDeadlineExceeded", newest().reason());
            assertEquals(ObjectStatus.InProgress, newest().status());
            var progressing = workload().progressing();
            assertNotNull(progressing);
            assertEquals("ProgressDeadlineExceeded", progressing.reason());
            assertNotNull(progressing.lastUpdateTime());
        });
    }

    @Test
    @Tag("H3")
    @DisplayName("H3 Pods that break after completion leave a workload below its minimum, without a rollout")
    void aFallBelowTheMinimumIsSeen() {
        held(Shop.deployment("later", "ready-then-crash").replace("pod-delay: 50ms", "pod-delay: 1500ms"));
        await().untilAsserted(() -> assertEquals(ObjectStatus.Current, newest().status()));

        await().untilAsserted(() -> {
            assertEquals("LessAvailable", newest().reason());
            assertTrue(workload().available() < workload().minimumAvailable());
            assertEquals(false, workload().rolling());
            assertEquals(2, workload().failedPods().size());
        });
    }

    @Test
    @Tag("H3")
    @DisplayName("H3 every kind with a rule becomes current on a real cluster")
    void everyKindBecomesCurrent() {
        held(
                kind("apps/v1", "StatefulSet", "sts", WORKLOAD.replace("SPEC", "replicas: 2, serviceName: sts")),
                kind("apps/v1", "DaemonSet", "ds", WORKLOAD.replace("SPEC", "minReadySeconds: 0")),
                kind("apps/v1", "ReplicaSet", "rs", WORKLOAD.replace("SPEC", "replicas: 1")),
                kind("batch/v1", "Job", "job", """
                        spec:
                          template:
                            metadata: {annotations: {sternway.io/pod-delay: 50ms}}
                            spec: {restartPolicy: Never, containers: [{name: a, image: example/a:1}]}
                        """),
                kind("v1", "Pod", "pod", "spec: {containers: [{name: a, image: example/a:1}]}"),
                kind("v1", "Service", "svc", "spec: {selector: {app: x}, ports: [{port: 80}]}"),
                kind("batch/v1", "CronJob", "cron", """
                        spec:
                          schedule: "0 0 1 1 *"
                          jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: example/a:1}]}}}}
                        """),
                kind(
                        "policy/v1",
                        "PodDisruptionBudget",
                        "pdb",
                        "spec: {minAvailable: 1, selector: {matchLabels: {app: x}}}"),
                CRD);

        await().untilAsserted(() -> {
            List<ObservedObject> objects = last(stack.rollouts("real-1")).objects();
            assertEquals(9, objects.size());
            assertEquals(
                    List.of(),
                    objects.stream()
                            .filter(seen -> seen.status() != ObjectStatus.Current)
                            .map(ObservedObject::toString)
                            .toList());
        });
    }

    @Test
    @Tag("H3")
    @DisplayName("H3 a Job that fails is Failed")
    void aFailedJobIsFailed() {
        held(kind("batch/v1", "Job", "fails", """
                spec:
                  backoffLimit: 0
                  template:
                    metadata: {annotations: {sternway.io/pod: fail, sternway.io/pod-delay: 50ms}}
                    spec: {restartPolicy: Never, containers: [{name: a, image: example/a:1}]}
                """));

        await().untilAsserted(() -> {
            assertEquals(ObjectStatus.Failed, newest().status());
            assertEquals("JobFailed", newest().reason());
        });
    }

    @Test
    @Tag("H2")
    @DisplayName(
            "H2 an API server that is away is Unreachable; one whose etcd is frozen is not reached either, though it"
                    + " still answers with old data")
    void oldAnswersAreNoProofOfLife() {
        held(Shop.configMap("settings", "1"));
        await().untilAsserted(() -> assertEquals(ObjectStatus.Current, newest().status()));
        stack.stop("one");
        stack.start("two", Map.of("sternway.watcher.consistent-every", "1s"));

        cluster.freeze(Part.ETCD);
        try {
            // The cluster's report follows those of its targets.
            await().untilAsserted(() -> {
                assertEquals(ObjectStatus.Unknown, newest().status());
                assertFalse(last(stack.looks("real-1")).reached());
            });
        } finally {
            cluster.thaw(Part.ETCD);
        }
        await().untilAsserted(() -> {
            assertEquals(ObjectStatus.Current, newest().status());
            assertTrue(last(stack.looks("real-1")).reached());
        });

        cluster.kill(Part.KUBE_APISERVER);
        await().untilAsserted(() ->
                assertEquals("Unreachable", last(stack.looks("real-1")).reason()));
        cluster.start(Part.KUBE_APISERVER);
        await().untilAsserted(() -> assertTrue(last(stack.looks("real-1")).reached()));
    }

    private static final String WORKLOAD = """
            spec:
              SPEC
              selector: {matchLabels: {app: NAME}}
              template:
                metadata: {labels: {app: NAME}, annotations: {sternway.io/pod-delay: 50ms}}
                spec: {containers: [{name: a, image: example/a:1}]}
            """;

    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: things.watcher.example.com
              labels: {applyset.kubernetes.io/part-of: applyset-test-v1}
            spec:
              group: watcher.example.com
              scope: Namespaced
              names: {plural: things, singular: thing, kind: Thing}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private static String kind(String apiVersion, String kind, String name, String spec) {
        return """
                apiVersion: %s
                kind: %s
                metadata:
                  name: %s
                  namespace: default
                  labels: {applyset.kubernetes.io/part-of: applyset-test-v1}
                """.formatted(apiVersion, kind, name)
                + spec.replace("NAME", name).replace(", serviceName", "\n  serviceName");
    }

    private static void held(String... manifests) {
        epoch++;
        stack.deployed(Shop.apply(client, "real-1", epoch, manifests));
    }

    private static ObservedObject newest() {
        var seen = last(stack.rollouts("real-1"));
        assertEquals(epoch, seen.epoch());
        return seen.objects().get(0);
    }

    private static Workload workload() {
        Workload numbers = newest().workload();
        assertNotNull(numbers);
        return numbers;
    }

    private static <T> T last(List<T> list) {
        assertTrue(!list.isEmpty(), "nothing was written yet");
        return list.get(list.size() - 1);
    }
}
