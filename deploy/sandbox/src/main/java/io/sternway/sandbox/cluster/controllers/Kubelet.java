package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler and kubelet: binds Pods to the node, and then lets them do what their annotations say, with the same status
 * as {@code deploy/control-plane/stages.yaml} gives them.
 */
final class Kubelet implements Reconciler {
    private static final String SCHEDULER = "kube-scheduler";
    private static final String KUBELET = "kwok";
    /** The one that every cluster has. */
    static final String NODE = "node";

    /** What a Pod waits for, and until when. */
    private record Due(PodStage stage, Instant at) {}

    private final ControllerClient client;
    private final Map<String, Due> due = new HashMap<>();
    private int lastAddress;

    Kubelet(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(PODS)) {
            if (event.type() == StoreEvent.Type.DELETED) {
                due.remove(Meta.uid(event.object()));
            } else {
                concerned.accept(ObjectKey.of(event.object()));
            }
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode pod = client.get(PODS, key);
        if (pod == null) {
            return null;
        }
        if (!pod.path("spec").has("nodeName")) {
            if (Meta.deleting(pod)) {
                remove(pod);
            } else {
                schedule(pod);
            }
            return null;
        }
        if (Meta.deleting(pod)) {
            remove(pod);
            return null;
        }
        return run(pod);
    }

    /** Goes to its next stage when that is due. */
    private @Nullable Duration run(ObjectNode pod) {
        Optional<PodStage> next = PodStage.after(pod);
        String uid = Meta.uid(pod);
        if (next.isEmpty()) {
            due.remove(uid);
            return null;
        }
        PodStage stage = next.get();
        Due waiting = due.get(uid);
        if (waiting == null || waiting.stage() != stage) {
            waiting = new Due(stage, client.instant().plus(stage.delay(pod)));
            due.put(uid, waiting);
        }
        Duration left = Duration.between(client.instant(), waiting.at());
        if (left.toMillis() > 0) {
            return left;
        }
        due.remove(uid);
        edit(pod, KUBELET, status -> stage.enter(pod, status, client.now(), address(pod)));
        return null;
    }

    private String address(ObjectNode pod) {
        String known = pod.at("/status/podIP").asText("");
        if (!known.isEmpty()) {
            return known;
        }
        lastAddress++;
        return "10." + (lastAddress >> 16 & 255) + "." + (lastAddress >> 8 & 255) + "." + (lastAddress & 255);
    }

    private void remove(ObjectNode pod) {
        if (Meta.hasFinalizers(pod)) {
            client.store()
                    .edit(
                            PODS,
                            Subresource.MAIN,
                            Meta.namespace(pod),
                            Meta.name(pod),
                            KUBELET,
                            now -> Meta.of(now).remove("finalizers"));
        }
        client.delete(PODS, pod, DeleteOptions.now());
    }

    private void schedule(ObjectNode pod) {
        ClusterStore store = client.store();
        store.edit(
                PODS,
                Subresource.BINDING,
                Meta.namespace(pod),
                Meta.name(pod),
                SCHEDULER,
                now -> now.withObjectProperty("spec").put("nodeName", NODE));
        edit(
                pod,
                SCHEDULER,
                status -> Conditions.put(
                        status,
                        Json.object()
                                .put("type", "PodScheduled")
                                .put("status", "True")
                                .put("lastTransitionTime", client.now())));
    }

    private void edit(ObjectNode pod, String manager, Consumer<ObjectNode> change) {
        client.store()
                .edit(
                        PODS,
                        Subresource.STATUS,
                        Meta.namespace(pod),
                        Meta.name(pod),
                        manager,
                        now -> change.accept(now.withObjectProperty("status")));
    }
}
