package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.NODES;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.store.ObjectStore;
import io.sternway.sandbox.cluster.store.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import io.sternway.sandbox.cluster.store.Subscription;
import java.time.Clock;
import java.util.ArrayList;
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
                        new NamespaceController(site),
                        new VolumeBinder(site),
                        new DeploymentController(site),
                        new ReplicaSetController(site),
                        new StatefulSetController(site),
                        new DaemonSetController(site),
                        new JobController(site),
                        new Kubelet(site),
                        new DisruptionController(site),
                        new QuotaController(site),
                        new GarbageCollector(site)));
        addNode(site);
        cluster.faults().onChange(faults -> queue.wake());
        Subscription subscription = store.subscribe(queue::changed);
        List<StoreEvent> present = new ArrayList<>();
        for (ResourceKind kind : store.kinds().all()) {
            store.list(kind, null)
                    .forEach(object -> present.add(
                            new StoreEvent(StoreEvent.Type.ADDED, kind, null, object, store.resourceVersion())));
        }
        queue.open(present);
        return () -> {
            subscription.close();
            queue.close();
        };
    }

    /** The one node, as kwok makes it ready. */
    private static void addNode(Site site) {
        if (!site.list(NODES, null).isEmpty()) {
            return;
        }
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", "node").putObject("annotations").put("kwok.x-k8s.io/node", "fake");
        ObjectNode made = site.create(NODES, node);
        ObjectNode status = Json.object();
        for (String resources : new String[] {"allocatable", "capacity"}) {
            status.putObject(resources).put("cpu", "1000").put("memory", "1Ti").put("pods", "100000");
        }
        status.put("phase", "Running");
        ObjectNode ready = Conditions.of("Ready", true, "KubeletReady", "kwok", site.now());
        status.putArray("conditions").add(ready.put("lastHeartbeatTime", site.now()));
        site.status(NODES, made, status);
    }
}
