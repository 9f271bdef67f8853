package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Permit;
import io.sternway.executor.app.Permit.StopSignal;
import io.sternway.executor.domain.target.AppliedObject;
import io.sternway.executor.domain.target.Attempt;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Applies snapshots with server-side apply (delivery.md). Shared by all workers; each attempt has its own state. */
final class KubernetesDelivery implements Delivery {
    private final ClusterApis clusters;
    private final ServedKinds kinds = new ServedKinds();
    private final Fanout fanout;

    /**
     * @param threads where calls to one cluster run side by side
     * @param width how many calls one attempt has in flight at most
     */
    KubernetesDelivery(ClusterApis clusters, Executor threads, int width) {
        this.clusters = clusters;
        this.fanout = new Fanout(threads, width);
    }

    @Override
    public Attempt apply(Content content, Permit permit) {
        return attempt(() -> new ApplyRun(clusters.of(content.cluster()), kinds, content, permit, fanout).run());
    }

    @Override
    public Attempt prune(Content content, Permit permit) {
        return attempt(() -> new PruneRun(clusters.of(content.cluster()), kinds, content, permit).run());
    }

    @Override
    public Attempt mend(Content content, List<AppliedObject> applied, Permit permit) {
        return attempt(() -> new MendRun(clusters.of(content.cluster()), content, applied, permit).run());
    }

    @Override
    public Attempt release(Content content, boolean withdraw, Permit permit) {
        return attempt(() -> new ReleaseRun(clusters.of(content.cluster()), kinds, content, withdraw, permit).run());
    }

    private static Attempt attempt(Supplier<Attempt> run) {
        try {
            return run.get();
        } catch (Ended e) {
            return e.attempt();
        } catch (StopSignal e) {
            return new Attempt.Stopped(e.reason(), false, List.of());
        }
    }
}
