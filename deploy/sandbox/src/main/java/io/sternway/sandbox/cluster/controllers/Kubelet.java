package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.NODES;
import static io.sternway.sandbox.cluster.store.BuiltIn.PERSISTENT_VOLUME_CLAIMS;
import static io.sternway.sandbox.cluster.store.BuiltIn.PODS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.DeleteOptions;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ObjectStore;
import io.sternway.sandbox.cluster.store.StoreEvent;
import io.sternway.sandbox.cluster.store.Subresource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
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

    /** What a Pod waits for, and until when. */
    private record Due(PodStage stage, Instant at) {}

    private final Site site;
    private final Map<String, Due> due = new HashMap<>();
    private int lastAddress;

    Kubelet(Site site) {
        this.site = site;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(PODS)) {
            if (event.type() == StoreEvent.Type.DELETED) {
                due.remove(Meta.uid(event.object()));
            } else {
                concerned.accept(ObjectKey.of(event.object()));
            }
        } else if (event.kind().equals(PERSISTENT_VOLUME_CLAIMS)) {
            // Pods wait for their claims to be bound.
            for (ObjectNode pod : site.list(PODS, Meta.namespace(event.object()))) {
                if (!pod.path("spec").has("nodeName")) {
                    concerned.accept(ObjectKey.of(pod));
                }
            }
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode pod = site.get(PODS, key);
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
            waiting = new Due(stage, site.instant().plus(stage.delay(pod)));
            due.put(uid, waiting);
        }
        Duration left = Duration.between(site.instant(), waiting.at());
        if (left.toMillis() > 0) {
            return left;
        }
        due.remove(uid);
        edit(pod, KUBELET, status -> stage.enter(pod, status, site.now(), address(pod)));
        return null;
    }

    private String address(ObjectNode pod) {
        String known = pod.path("status").path("podIP").asText("");
        if (!known.isEmpty()) {
            return known;
        }
        lastAddress++;
        return "10." + (lastAddress >> 16 & 255) + "." + (lastAddress >> 8 & 255) + "." + (lastAddress & 255);
    }

    private void remove(ObjectNode pod) {
        if (Meta.hasFinalizers(pod)) {
            site.store()
                    .edit(
                            PODS,
                            Subresource.MAIN,
                            Meta.namespace(pod),
                            Meta.name(pod),
                            KUBELET,
                            now -> Meta.of(now).remove("finalizers"));
        }
        site.delete(PODS, pod, DeleteOptions.now());
    }

    private void schedule(ObjectNode pod) {
        List<ObjectNode> nodes = site.list(NODES, null);
        String obstacle = obstacle(pod, nodes);
        if (obstacle != null) {
            edit(pod, SCHEDULER, status -> {
                JsonNode before = Conditions.get(status, "PodScheduled");
                if (!before.path("message").asText().equals(obstacle)) {
                    Conditions.put(status, Conditions.of("PodScheduled", false, "Unschedulable", obstacle, site.now()));
                }
            });
            return;
        }
        String node = Meta.name(nodes.get(0));
        ObjectStore store = site.store();
        store.edit(
                PODS,
                Subresource.BINDING,
                Meta.namespace(pod),
                Meta.name(pod),
                SCHEDULER,
                now -> Json.child(now, "spec").put("nodeName", node));
        edit(
                pod,
                SCHEDULER,
                status -> Conditions.put(
                        status,
                        Json.object()
                                .put("type", "PodScheduled")
                                .put("status", "True")
                                .put("lastTransitionTime", site.now())));
    }

    private @Nullable String obstacle(ObjectNode pod, List<ObjectNode> nodes) {
        if (nodes.isEmpty()) {
            return "no nodes available to schedule pods";
        }
        for (JsonNode volume : pod.path("spec").path("volumes")) {
            String name = volume.path("persistentVolumeClaim").path("claimName").asText("");
            if (name.isEmpty()) {
                continue;
            }
            ObjectNode claim = site.get(PERSISTENT_VOLUME_CLAIMS, new ObjectKey(Meta.namespace(pod), name));
            if (claim == null) {
                return "0/1 nodes are available: persistentvolumeclaim \"" + name + "\" not found. "
                        + "not found. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
            }
            if (!claim.path("status").path("phase").asText().equals("Bound")) {
                return "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. "
                        + "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
            }
        }
        return null;
    }

    private void edit(ObjectNode pod, String manager, Consumer<ObjectNode> change) {
        site.store()
                .edit(
                        PODS,
                        Subresource.STATUS,
                        Meta.namespace(pod),
                        Meta.name(pod),
                        manager,
                        now -> change.accept(Json.child(now, "status")));
    }
}
