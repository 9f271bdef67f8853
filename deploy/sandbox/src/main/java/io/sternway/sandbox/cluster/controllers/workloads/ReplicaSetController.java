package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.REPLICA_SETS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.Conditions;
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
        if (event.kind().equals(REPLICA_SETS)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(PODS)) {
            Owners.concerned(event, REPLICA_SETS, concerned, client);
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = client.get(REPLICA_SETS, key);
        if (set == null) {
            return null;
        }
        ApiFailure refusal = Meta.deleting(set) ? null : manage(set);
        List<ObjectNode> pods = client.claim(PODS, REPLICA_SETS, set);
        client.status(REPLICA_SETS, set, status(set, pods, refusal));
        if (refusal != null) {
            throw refusal;
        }
        int minReadySeconds = set.path("spec").path("minReadySeconds").asInt();
        boolean waits = pods.stream().anyMatch(pod -> Pods.ready(pod) && !Pods.available(pod, minReadySeconds, client));
        return waits ? Duration.ofMillis(500) : null;
    }

    /** @return why a Pod could not be made, or null */
    private @Nullable ApiFailure manage(ObjectNode set) {
        List<ObjectNode> active = client.claim(PODS, REPLICA_SETS, set).stream()
                .filter(Pods::active)
                .sorted(Pods.LEAST_VALUABLE_FIRST)
                .collect(Collectors.toList());
        int wanted = Json.number(set.path("spec").path("replicas"), 1);
        for (int i = active.size(); i < wanted; i++) {
            try {
                client.create(PODS, Pods.named(Pods.from(set.path("spec").path("template"), REPLICA_SETS, set), set));
            } catch (ApiFailure e) {
                return e;
            }
        }
        for (int i = 0; i < active.size() - wanted; i++) {
            client.delete(PODS, active.get(i));
        }
        return null;
    }

    private ObjectNode status(ObjectNode set, List<ObjectNode> pods, @Nullable ApiFailure refusal) {
        int minReadySeconds = set.path("spec").path("minReadySeconds").asInt();
        JsonNode labels = set.path("spec").path("template").path("metadata").path("labels");
        List<ObjectNode> active = pods.stream().filter(Pods::active).toList();
        ObjectNode status = Json.object();
        status.put("replicas", active.size());
        Json.count(status, "fullyLabeledReplicas", (int) active.stream()
                .filter(pod -> Meta.labels(pod)
                        .entrySet()
                        .containsAll(Meta.texts(labels).entrySet()))
                .count());
        Json.count(status, "readyReplicas", (int)
                active.stream().filter(Pods::ready).count());
        Json.count(status, "availableReplicas", (int) active.stream()
                .filter(pod -> Pods.available(pod, minReadySeconds, client))
                .count());
        status.put("terminatingReplicas", (int) pods.stream()
                .filter(pod -> Meta.deleting(pod) && !Pods.ended(pod))
                .count());
        status.put("observedGeneration", Meta.generation(set));
        if (refusal != null) {
            JsonNode before = Conditions.get(set.path("status"), "ReplicaFailure");
            Conditions.put(
                    status,
                    before instanceof ObjectNode same
                            ? same.deepCopy()
                            : Conditions.of(
                                    "ReplicaFailure",
                                    true,
                                    "FailedCreate",
                                    String.valueOf(refusal.getMessage()),
                                    client.now()));
        }
        return status;
    }
}
