package io.sternway.benchmarks.reaction;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sternway.benchmarks.Samples;
import io.sternway.sandbox.stack.Ports;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The controller of Argo Rollouts with its default flags, on the control plane where ours is measured. Its canaries crash,
 * miss a progress deadline of {@link #DEADLINE_SECONDS}, and are aborted by it; what counts is from the abort on.
 */
final class ArgoRollouts implements AutoCloseable {

    static final String API_VERSION = "argoproj.io/v1alpha1";
    static final String KIND = "Rollout";
    static final int DEADLINE_SECONDS = 5;

    /** Where it keeps the lease of its leader. */
    private static final String NAMESPACE = "argo-rollouts";

    private static final int REPLICAS = 3;
    private static final String GOOD = "good";

    private final KubernetesClient client;
    private final ClusterTimes onCluster;
    private final Process controller;

    private ArgoRollouts(KubernetesClient client, ClusterTimes onCluster, Process controller) {
        this.client = client;
        this.onCluster = onCluster;
        this.controller = controller;
    }

    /** Installs it on the cluster and starts it; empty where it was not built. */
    static Optional<ArgoRollouts> start(KubernetesClient client, Path kubeconfig, Path log, ClusterTimes onCluster)
            throws IOException, InterruptedException {
        Optional<Path> built = built();
        if (built.isEmpty()) {
            System.out.println("no Argo Rollouts built: run deploy/control-plane/build argo-rollouts");
            return Optional.empty();
        }
        define(kubeconfig, built.get().resolve("crds"));
        onCluster.watchRollouts(client);
        int[] ports = Ports.free(2);
        Process controller = new ProcessBuilder(
                        built.get().resolve("rollouts-controller").toString(),
                        "--kubeconfig",
                        kubeconfig.toString(),
                        "--loglevel",
                        "info",
                        "--healthzPort",
                        Integer.toString(ports[0]),
                        "--metricsPort",
                        Integer.toString(ports[1]))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return Optional.of(new ArgoRollouts(client, onCluster, controller));
    }

    /** One canary after the other: from abort to restored. */
    Samples alone(int count) {
        String name = "argo-alone";
        bringGood(List.of(name));
        Samples samples = new Samples();
        for (int number = 1; number <= count; number++) {
            Canary canary = breakIt(name, number);
            samples.add(canary.took());
            mend(List.of(name));
        }
        return samples;
    }

    /** So many at once: from each one's abort to its being restored. */
    Samples together(int count) {
        List<String> names = Stream.iterate(1, number -> number + 1)
                .limit(count)
                .map(number -> "argo-" + number)
                .toList();
        bringGood(names);
        List<Canary> canaries = names.stream().map(name -> breakIt(name, 1)).toList();
        Samples samples = new Samples();
        canaries.forEach(canary -> samples.add(canary.took()));
        return samples;
    }

    @Override
    public void close() {
        controller.destroyForcibly();
    }

    private void bringGood(List<String> names) {
        List<CompletableFuture<Long>> there = names.stream()
                .map(name -> onCluster.next(name, ClusterTimes.What.RESTORED, Manifests.image(GOOD)))
                .toList();
        for (String name : names) {
            client.namespaces()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
            client.resource(rollout(name)).create();
        }
        there.forEach(one -> ClusterTimes.await(one, "a first version under Argo Rollouts"));
    }

    private Canary breakIt(String name, int number) {
        String bad = "bad-" + number;
        CompletableFuture<Long> aborted = onCluster.next(name, ClusterTimes.What.ABORTED, Manifests.image(bad));
        CompletableFuture<Long> restored =
                aborted.thenCompose(ignored -> onCluster.next(name, ClusterTimes.What.RESTORED, Manifests.image(GOOD)));
        patch(name, template(bad, PodBehaviour.CRASH));
        return new Canary(name, aborted, restored);
    }

    /** The good version is wanted again; the controller has taken that when the abort is gone. */
    private void mend(List<String> names) {
        for (String name : names) {
            patch(name, template(GOOD, PodBehaviour.READY));
            client.genericKubernetesResources(API_VERSION, KIND)
                    .inNamespace(name)
                    .withName("app")
                    .waitUntilCondition(
                            rollout -> rollout != null
                                    && "Healthy".equals(rollout.<@Nullable Object>get("status", "phase")),
                            2,
                            TimeUnit.MINUTES);
        }
    }

    private void patch(String name, Map<String, Object> template) {
        client.genericKubernetesResources(API_VERSION, KIND)
                .inNamespace(name)
                .withName("app")
                .patch(PatchContext.of(PatchType.JSON_MERGE), Json.write(Map.of("spec", Map.of("template", template))));
    }

    private static GenericKubernetesResource rollout(String namespace) {
        Map<String, Object> object = Manifests.object(API_VERSION, KIND, namespace, "app");
        object.put(
                "spec",
                Map.of(
                        "replicas",
                        REPLICAS,
                        "progressDeadlineSeconds",
                        DEADLINE_SECONDS,
                        "progressDeadlineAbort",
                        true,
                        "selector",
                        Map.of("matchLabels", Map.of("app", "app")),
                        "strategy",
                        Map.of("canary", Map.of("steps", List.of(Map.of("setWeight", 34), Map.of("pause", Map.of())))),
                        "template",
                        template(GOOD, PodBehaviour.READY)));
        return Json.read(Json.write(object), GenericKubernetesResource.class);
    }

    private static Map<String, Object> template(String version, PodBehaviour pods) {
        return Map.of(
                "metadata",
                Map.of("labels", Map.of("app", "app"), "annotations", Map.of("sternway.io/pod", pods.annotation())),
                "spec",
                Map.of("containers", List.of(Map.of("name", "main", "image", Manifests.image(version)))));
    }

    private static void define(Path kubeconfig, Path crds) throws IOException, InterruptedException {
        kubectl(kubeconfig, "create", "-f", crds.toString());
        kubectl(kubeconfig, "wait", "--for=condition=Established", "--all", "crd", "--timeout=60s");
        // A kind is established before its storage is ready; kubectl waits for that, a watch is refused.
        kubectl(kubeconfig, "get", "rollouts", "--all-namespaces");
        kubectl(kubeconfig, "create", "namespace", NAMESPACE);
    }

    private static void kubectl(Path kubeconfig, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProjectFolder.root().resolve("deploy/control-plane/cluster").toString(),
                "kubectl",
                kubeconfig.resolveSibling(".").normalize().toString()));
        command.addAll(List.of(arguments));
        int code = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with code " + code);
        }
    }

    private static Optional<Path> built() throws IOException, InterruptedException {
        Process where = new ProcessBuilder(
                        ProjectFolder.root()
                                .resolve("deploy/control-plane/build")
                                .toString(),
                        "argo-rollouts",
                        "--where")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (Stream<String> lines = where.inputReader().lines()) {
            Optional<Path> folder = lines.findFirst().map(Path::of);
            return where.waitFor() == 0 ? folder : Optional.empty();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private record Canary(String name, CompletableFuture<Long> aborted, CompletableFuture<Long> restored) {

        long took() {
            long abort = ClusterTimes.await(aborted, "Argo's abort of " + name);
            return ClusterTimes.await(restored, "Argo's restoration of " + name) - abort;
        }
    }
}
