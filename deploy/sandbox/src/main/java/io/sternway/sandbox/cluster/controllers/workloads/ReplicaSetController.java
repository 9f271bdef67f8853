package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.REPLICA_SETS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** As many Pods of one template as the spec says. */
public final class ReplicaSetController implements Reconciler {
    private final ControllerClient client;

    public ReplicaSetController(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        Owners.concerned(event, REPLICA_SETS, PODS, concerned, client);
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = client.get(REPLICA_SETS, key);
        if (set == null) {
            return null;
        }
        if (!Meta.deleting(set)) {
            manage(set);
        }
        List<ObjectNode> pods = client.claim(PODS, REPLICA_SETS, set);
        client.status(REPLICA_SETS, set, status(set, pods));
        int minReadySeconds = set.at("/spec/minReadySeconds").asInt();
        boolean waits = pods.stream().anyMatch(pod -> Pods.ready(pod) && !Pods.available(pod, minReadySeconds, client));
        return waits ? Duration.ofMillis(500) : null;
    }

    private void manage(ObjectNode set) {
        List<ObjectNode> active = client.claim(PODS, REPLICA_SETS, set).stream()
                .filter(Pods::active)
                .sorted(Pods.LEAST_VALUABLE_FIRST)
                .collect(Collectors.toList());
        int wanted = Json.number(set.at("/spec/replicas"), 1);
        for (int i = active.size(); i < wanted; i++) {
            client.create(PODS, Pods.named(Pods.from(set.at("/spec/template"), REPLICA_SETS, set), set));
        }
        for (int i = 0; i < active.size() - wanted; i++) {
            client.delete(PODS, active.get(i));
        }
    }

    private ObjectNode status(ObjectNode set, List<ObjectNode> pods) {
        int minReadySeconds = set.at("/spec/minReadySeconds").asInt();
        List<ObjectNode> active = pods.stream().filter(Pods::active).toList();
        ObjectNode status = Json.object();
        status.put("replicas", active.size());
        Json.count(status, "readyReplicas", (int)
                active.stream().filter(Pods::ready).count());
        Json.count(status, "availableReplicas", (int) active.stream()
                .filter(pod -> Pods.available(pod, minReadySeconds, client))
                .count());
        status.put("observedGeneration", Meta.generation(set));
        return status;
    }
}
