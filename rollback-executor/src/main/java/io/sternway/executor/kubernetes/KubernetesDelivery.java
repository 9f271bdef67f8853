package io.sternway.executor.kubernetes;

import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.ParallelCalls;
import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.FabricClusterApi;
import io.sternway.executor.kubernetes.apply.ApplyRun;
import io.sternway.executor.kubernetes.removal.MendRun;
import io.sternway.executor.kubernetes.removal.PruneRun;
import io.sternway.executor.kubernetes.removal.ReleaseRun;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** Applies snapshots with server-side apply. Shared by all workers; each attempt has its own state. */
public final class KubernetesDelivery implements Delivery {
    private final Function<String, ClusterApi> clusters;
    private final ServedKinds kinds = new ServedKinds();
    private final ParallelCalls calls;

    /**
     * The delivery to the clusters of an inventory.
     *
     * @param clients how clusters are reached
     * @param callTimeout the most that one call takes
     * @param threads where calls to one cluster run side by side
     * @param width how many calls one attempt has in flight at most
     */
    public KubernetesDelivery(ClusterClients clients, Duration callTimeout, Executor threads, int width) {
        this(cluster -> new FabricClusterApi(clients, cluster, callTimeout), threads, width);
    }

    /** The same, to the API of each cluster. */
    KubernetesDelivery(Function<String, ClusterApi> clusters, Executor threads, int width) {
        this.clusters = clusters;
        this.calls = new ParallelCalls(threads, width);
    }

    @Override
    public AttemptResult apply(Content content, Permit permit) {
        return attempt(() -> new ApplyRun(clusters.apply(content.cluster()), kinds, content, permit, calls).run());
    }

    @Override
    public AttemptResult prune(Content content, Permit permit) {
        return attempt(() -> new PruneRun(clusters.apply(content.cluster()), kinds, content, permit).run());
    }

    @Override
    public AttemptResult mend(Content content, List<AppliedObject> applied, Permit permit) {
        return attempt(() -> new MendRun(clusters.apply(content.cluster()), content, applied, permit).run());
    }

    @Override
    public AttemptResult release(Content content, boolean withdraw, Permit permit) {
        return attempt(() -> new ReleaseRun(clusters.apply(content.cluster()), kinds, content, withdraw, permit).run());
    }

    private static AttemptResult attempt(Supplier<AttemptResult> run) {
        try {
            return run.get();
        } catch (AttemptEndedException e) {
            return e.result();
        }
    }
}
