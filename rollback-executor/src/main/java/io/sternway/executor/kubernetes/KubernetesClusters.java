package io.sternway.executor.kubernetes;

import io.sternway.clusters.ClusterClients;
import io.sternway.executor.app.Delivery;
import io.sternway.executor.kubernetes.api.FabricClusterApi;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Makes the {@code kubernetes} delivery for the clusters of an inventory. */
public final class KubernetesClusters {

    private KubernetesClusters() {}

    /**
     * The delivery.
     *
     * @param clients how clusters are reached
     * @param callTimeout the most that one call takes
     * @param threads where calls to one cluster run side by side
     * @param width how many calls one attempt has in flight at most
     */
    public static Delivery delivery(ClusterClients clients, Duration callTimeout, Executor threads, int width) {
        return new KubernetesDelivery(cluster -> new FabricClusterApi(clients, cluster, callTimeout), threads, width);
    }
}
