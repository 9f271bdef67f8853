package io.sternway.sandbox.cluster.controllers;

import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.store.ObjectStore;
import io.sternway.sandbox.cluster.store.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import io.sternway.sandbox.cluster.store.Subscription;
import java.time.Clock;
import java.util.List;

/**
 * All controllers, the scheduler and the kubelets of simulated clusters. Each cluster's work is done one step after the
 * other on the fleet's scheduler; nothing polls, and a cluster at rest costs nothing.
 */
public final class KubernetesControllers implements Controllers {
    private final Clock clock;

    public KubernetesControllers() {
        this(Clock.systemUTC());
    }

    KubernetesControllers(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Running start(SimulatedCluster cluster) {
        ObjectStore store = cluster.store();
        Site site = new Site(store, clock);
        WorkQueue queue = new WorkQueue(
                cluster,
                List.of(
                        new Kubelet(site),
                        new DeploymentController(site),
                        new ReplicaSetController(site),
                        new JobController(site)));
        cluster.faults().onChange(faults -> queue.wake());
        Subscription subscription = store.subscribe(queue::changed);
        for (ResourceKind kind : store.kinds().all()) {
            store.list(kind, null)
                    .forEach(object ->
                            queue.changed(new StoreEvent(StoreEvent.Type.ADDED, kind, null, object, store.resourceVersion())));
        }
        return () -> {
            subscription.close();
            queue.close();
        };
    }
}
