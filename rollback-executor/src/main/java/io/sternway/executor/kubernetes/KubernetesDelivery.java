package io.sternway.executor.kubernetes;

import io.sternway.executor.app.AttemptEnded;
import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.addressing.ServedKinds;
import io.sternway.executor.kubernetes.api.ClusterApis;
import io.sternway.executor.kubernetes.apply.ApplyRun;
import io.sternway.executor.kubernetes.apply.ParallelCalls;
import io.sternway.executor.kubernetes.removal.MendRun;
import io.sternway.executor.kubernetes.removal.PruneRun;
import io.sternway.executor.kubernetes.removal.ReleaseRun;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Applies snapshots with server-side apply. Shared by all workers; each attempt has its own state. */
final class KubernetesDelivery implements Delivery {
    private final ClusterApis clusters;
    private final ServedKinds kinds = new ServedKinds();
    private final ParallelCalls calls;

    /**
     * @param threads where calls to one cluster run side by side
     * @param width how many calls one attempt has in flight at most
     */
    KubernetesDelivery(ClusterApis clusters, Executor threads, int width) {
        this.clusters = clusters;
        this.calls = new ParallelCalls(threads, width);
    }

    @Override
    public AttemptResult apply(Content content, Permit permit) {
        return attempt(() -> new ApplyRun(clusters.of(content.cluster()), kinds, content, permit, calls).run());
    }

    @Override
    public AttemptResult prune(Content content, Permit permit) {
        return attempt(() -> new PruneRun(clusters.of(content.cluster()), kinds, content, permit).run());
    }

    @Override
    public AttemptResult mend(Content content, List<AppliedObject> applied, Permit permit) {
        return attempt(() -> new MendRun(clusters.of(content.cluster()), content, applied, permit).run());
    }

    @Override
    public AttemptResult release(Content content, boolean withdraw, Permit permit) {
        return attempt(() -> new ReleaseRun(clusters.of(content.cluster()), kinds, content, withdraw, permit).run());
    }

    private static AttemptResult attempt(Supplier<AttemptResult> run) {
        try {
            return run.get();
        } catch (AttemptEnded e) {
            return e.result();
        }
    }
}
