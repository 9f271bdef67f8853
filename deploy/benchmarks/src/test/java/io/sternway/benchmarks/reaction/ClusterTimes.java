package io.sternway.benchmarks.reaction;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sternway.sandbox.story.CrashingPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * When a watcher of a cluster sees what is waited for, in {@link System#nanoTime()} of the receipt: the same clock for
 * whoever reacts. One application for each namespace.
 */
final class ClusterTimes implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 180;

    /** What can be seen of an image. */
    enum What {
        /** A Deployment's template has it. */
        WRITTEN,
        /** A Pod that has it waits in CrashLoopBackOff. */
        FAILING,
        /** Its ReplicaSet has all its Pods available, and no other one has any or is to have any. */
        RESTORED,
        /** Argo Rollouts has aborted the move to it. */
        ABORTED
    }

    private record Key(String namespace, What what, String image) {}

    /** How a ReplicaSet stands. */
    private record Row(String image, int wanted, int present, int available) {}

    private final List<Watch> watches = new ArrayList<>();
    private final Map<Key, CompletableFuture<Long>> expected = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Row>> rows = new ConcurrentHashMap<>();

    ClusterTimes(KubernetesClient client) {
        watches.add(client.pods().inAnyNamespace().watch(told(this::saw)));
        watches.add(client.apps().deployments().inAnyNamespace().watch(told(this::saw)));
        watches.add(client.apps().replicaSets().inAnyNamespace().watch(told(this::saw)));
    }

    /** Looks at Argo's Rollouts as well; their definition must be there. */
    void watchRollouts(KubernetesClient client) {
        watches.add(client.genericKubernetesResources(ArgoRollouts.API_VERSION, ArgoRollouts.KIND)
                .inAnyNamespace()
                .watch(told(this::saw)));
    }

    /** From now on: when it is seen the next time. */
    CompletableFuture<Long> next(String namespace, What what, String image) {
        return expected.computeIfAbsent(new Key(namespace, what, image), key -> new CompletableFuture<>());
    }

    /** Waits for it. */
    static long await(CompletableFuture<Long> seen, String what) {
        try {
            return seen.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("not seen within " + PATIENCE_SECONDS + " s: " + what, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what, e);
        }
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
    }

    private void saw(Pod pod) {
        if (CrashingPods.isCrashing(pod)) {
            seen(pod, What.FAILING, image(pod.getSpec()));
        }
    }

    private void saw(Deployment deployment) {
        seen(deployment, What.WRITTEN, image(deployment.getSpec().getTemplate().getSpec()));
    }

    private void saw(ReplicaSet set) {
        Row row = new Row(
                image(set.getSpec().getTemplate().getSpec()),
                number(set.getSpec().getReplicas()),
                set.getStatus() == null ? 0 : number(set.getStatus().getReplicas()),
                set.getStatus() == null ? 0 : number(set.getStatus().getAvailableReplicas()));
        Map<String, Row> all =
                rows.computeIfAbsent(set.getMetadata().getNamespace(), namespace -> new ConcurrentHashMap<>());
        all.put(set.getMetadata().getName(), row);
        List<Row> alive = all.values().stream()
                .filter(one -> one.wanted() > 0 || one.present() > 0)
                .toList();
        if (alive.size() == 1 && alive.get(0).available() >= alive.get(0).wanted()) {
            seen(set, What.RESTORED, alive.get(0).image());
        }
    }

    private void saw(GenericKubernetesResource rollout) {
        Object aborted = rollout.get("status", "abort");
        Object image = rollout.get("spec", "template", "spec", "containers", 0, "image");
        if (Boolean.TRUE.equals(aborted) && image != null) {
            seen(rollout, What.ABORTED, image.toString());
        }
    }

    private void seen(HasMetadata object, What what, String image) {
        CompletableFuture<Long> waiting =
                expected.remove(new Key(object.getMetadata().getNamespace(), what, image));
        if (waiting != null) {
            waiting.complete(System.nanoTime());
        }
    }

    private static String image(PodSpec spec) {
        return spec.getContainers().get(0).getImage();
    }

    private static int number(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    private static <T> Watcher<T> told(Consumer<T> saw) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                if (action == Action.ADDED || action == Action.MODIFIED) {
                    saw.accept(object);
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                throw new IllegalStateException("a watch of the benchmark ended", cause);
            }
        };
    }
}
