package io.sternway.sandbox.story;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches what the clusters really serve: which image the demonstration's Deployment has and whether it is rolled out,
 * and when a failing Pod was first seen. Times are those of this process.
 */
final class ClusterWatch implements AutoCloseable {

    private final Map<String, KubernetesClient> clients;
    private final List<Watch> watches = new ArrayList<>();
    private final Map<String, Deployment> deployments = new ConcurrentHashMap<>();
    private final Map<String, Instant> imageSince = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Instant> firstFailure = new AtomicReference<>();

    ClusterWatch(Map<String, KubernetesClient> clients) {
        this.clients = Map.copyOf(clients);
        this.clients.forEach((cluster, client) -> {
            watches.add(client.pods().inNamespace(DemoDocument.NAMESPACE).watch(watcher((action, pod) -> sawPod(pod))));
            watches.add(client.apps()
                    .deployments()
                    .inNamespace(DemoDocument.NAMESPACE)
                    .watch(watcher((action, deployment) -> sawDeployment(cluster, deployment))));
        });
    }

    /** When a Pod was first seen failing. */
    Optional<Instant> firstFailure() {
        return Optional.ofNullable(firstFailure.get());
    }

    /** When the cluster's Deployment got the image that it has now. */
    Optional<Instant> imageSince(String cluster) {
        return Optional.ofNullable(imageSince.get(cluster));
    }

    /** What the cluster's API server says now, asked anew; empty if the Deployment is not there. */
    Optional<Served> served(String cluster) {
        Deployment deployment = Objects.requireNonNull(clients.get(cluster), cluster)
                .apps()
                .deployments()
                .inNamespace(DemoDocument.NAMESPACE)
                .withName(DemoDocument.APPLICATION)
                .get();
        return Optional.ofNullable(deployment).map(Served::of);
    }

    /** The clusters that are watched, by name. */
    List<String> clusters() {
        return clients.keySet().stream().sorted().toList();
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
    }

    private void sawPod(Pod pod) {
        if (CrashingPods.isCrashing(pod)) {
            firstFailure.compareAndSet(null, Instant.now());
        }
    }

    private void sawDeployment(String cluster, Deployment deployment) {
        Deployment before = deployments.put(cluster, deployment);
        if (before == null || !Served.image(before).equals(Served.image(deployment))) {
            imageSince.put(cluster, Instant.now());
        }
    }

    private static <T> Watcher<T> watcher(BiConsumer<Watcher.Action, T> saw) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                if (action == Action.ADDED || action == Action.MODIFIED) {
                    saw.accept(action, object);
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                // Times that were not seen are left out of the summary; the judgement asks anew.
            }
        };
    }

    /**
     * What a cluster serves.
     *
     * @param image the image in the Deployment's template
     * @param rolledOut whether all its Pods run that template and are available
     */
    record Served(String image, boolean rolledOut) {

        static Served of(Deployment deployment) {
            DeploymentStatus status = deployment.getStatus();
            int wanted = deployment.getSpec().getReplicas();
            boolean rolledOut = status != null
                    && Objects.equals(
                            status.getObservedGeneration(),
                            deployment.getMetadata().getGeneration())
                    && count(status.getUpdatedReplicas()) >= wanted
                    && count(status.getReplicas()) <= count(status.getUpdatedReplicas())
                    && count(status.getAvailableReplicas()) >= count(status.getUpdatedReplicas());
            return new Served(image(deployment), rolledOut);
        }

        static String image(Deployment deployment) {
            return deployment
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .get(0)
                    .getImage();
        }

        private static int count(@Nullable Integer number) {
            return number == null ? 0 : number;
        }
    }
}
