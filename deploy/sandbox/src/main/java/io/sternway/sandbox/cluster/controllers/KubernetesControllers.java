package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.model.BuiltIn.NODES;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.WorkQueue;
import io.sternway.sandbox.cluster.controllers.workloads.DaemonSetController;
import io.sternway.sandbox.cluster.controllers.workloads.DeploymentController;
import io.sternway.sandbox.cluster.controllers.workloads.JobController;
import io.sternway.sandbox.cluster.controllers.workloads.ReplicaSetController;
import io.sternway.sandbox.cluster.controllers.workloads.StatefulSetController;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.ClusterStore;
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
    @Override
    public Running start(SimulatedCluster cluster) {
        ClusterStore store = cluster.store();
        ControllerClient client = new ControllerClient(store, Clock.systemUTC());
        WorkQueue queue = new WorkQueue(
                cluster,
                List.of(
                        new NamespaceController(client),
                        new DeploymentController(client),
                        new ReplicaSetController(client),
                        new StatefulSetController(client),
                        new DaemonSetController(client),
                        new JobController(client),
                        new Kubelet(client),
                        new GarbageCollector(client)));
        addNode(client);
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
    private static void addNode(ControllerClient client) {
        if (!client.list(NODES, null).isEmpty()) {
            return;
        }
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata")
                .put("name", Kubelet.NODE)
                .putObject("annotations")
                .put("kwok.x-k8s.io/node", "fake");
        ObjectNode made = client.create(NODES, node);
        ObjectNode status = Json.object().put("phase", "Running");
        ObjectNode ready = Conditions.of("Ready", true, "KubeletReady", "kwok", client.now());
        status.putArray("conditions").add(ready.put("lastHeartbeatTime", client.now()));
        client.status(NODES, made, status);
    }
}
