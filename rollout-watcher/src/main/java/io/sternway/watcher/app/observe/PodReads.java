package io.sternway.watcher.app.observe;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import io.sternway.clusters.ParallelCalls;
import io.sternway.watcher.app.observe.ClusterReads.Query;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pods of workloads that are not ready, for one look at one cluster: read by the workload's selector, or, from the third
 * workload of a namespace on, the whole namespace at once.
 */
final class PodReads {

    private static final int BY_SELECTOR = 2;

    private final ClusterReads reads;
    private final ParallelCalls calls;
    private final String cluster;
    private final Map<String, Integer> asked = new HashMap<>();
    private final Map<String, Pods> whole = new HashMap<>();

    PodReads(ClusterReads reads, ParallelCalls calls, String cluster) {
        this.reads = reads;
        this.calls = calls;
        this.cluster = cluster;
    }

    /**
     * Its Pods, and ReplicaSets for a Deployment; possibly those of others too.
     *
     * @throws ClusterException if the cluster cannot be reached any more
     */
    Pods of(WatchedObject workload, Json now) {
        String namespace = workload.namespace();
        String selector = LabelSelectors.of(now.at("spec", "selector"));
        if (namespace == null || selector == null) {
            return new Pods(List.of(), List.of(), null);
        }
        return asked.merge(namespace, 1, Integer::sum) <= BY_SELECTOR
                ? read(namespace, selector, workload.kind().kind().equals("Deployment"))
                : whole.computeIfAbsent(namespace, all -> read(all, null, true));
    }

    private Pods read(String namespace, @Nullable String selector, boolean withReplicaSets) {
        try {
            Supplier<List<Json>> pods = () -> list(ResourceKind.POD, namespace, selector);
            if (!withReplicaSets) {
                return new Pods(List.of(), pods.get(), null);
            }
            List<List<Json>> both = calls.all(List.of(() -> list(ResourceKind.REPLICA_SET, namespace, selector), pods));
            return new Pods(both.get(0), both.get(1), null);
        } catch (ClusterException e) {
            if (e.failure().kind().ofCluster()) {
                throw e;
            }
            return new Pods(List.of(), List.of(), e.failure());
        }
    }

    private List<Json> list(ResourceKind kind, String namespace, @Nullable String selector) {
        return reads.list(cluster, new Query(kind, namespace, selector, null), key -> true);
    }

    /**
     * What was read.
     *
     * @param failure why it could not be read; the workload is assessed without
     */
    record Pods(
            List<Json> replicaSets,
            List<Json> pods,
            @Nullable ClusterFailure failure) {}
}
