package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.STATEFUL_SETS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.model.Meta;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A StatefulSet's Pods by ordinal, and the next step that its policies allow. */
final class OrderedPods {
    private static final String REVISION = "controller-revision-hash";

    private final ControllerClient client;
    private final ObjectNode set;
    private final ObjectNode current;
    private final ObjectNode update;
    private final int start;
    private final int replicas;
    private final boolean inOrder;
    private final int minReadySeconds;

    /** @param current the revision that the set is leaving; the same as {@code update} when it is at rest */
    OrderedPods(ControllerClient client, ObjectNode set, ObjectNode current, ObjectNode update) {
        this.client = client;
        this.set = set;
        this.current = current;
        this.update = update;
        JsonNode spec = set.path("spec");
        this.start = spec.at("/ordinals/start").asInt();
        this.replicas = Json.number(spec.path("replicas"), 1);
        this.inOrder = !spec.path("podManagementPolicy").asText().equals("Parallel");
        this.minReadySeconds = spec.path("minReadySeconds").asInt();
    }

    private NavigableMap<Integer, ObjectNode> pods() {
        NavigableMap<Integer, ObjectNode> pods = new TreeMap<>();
        for (ObjectNode pod : client.claim(PODS, STATEFUL_SETS, set)) {
            String name = Meta.name(pod);
            String ordinal = name.substring(name.lastIndexOf('-') + 1);
            if (name.equals(Meta.name(set) + "-" + ordinal) && ordinal.matches("\\d+")) {
                pods.put(Integer.parseInt(ordinal), pod);
            }
        }
        return pods;
    }

    /** Creates, deletes or replaces as far as is allowed now; what happens then calls for the next step. */
    void step() {
        NavigableMap<Integer, ObjectNode> pods = pods();
        for (int ordinal = start; ordinal < start + replicas; ordinal++) {
            ObjectNode pod = pods.get(ordinal);
            if (pod == null) {
                createPod(ordinal);
                if (inOrder) {
                    return;
                }
            } else if (Pods.ended(pod)) {
                client.delete(PODS, pod);
                return;
            } else if (inOrder && (Meta.deleting(pod) || !available(pod))) {
                return;
            }
        }
        boolean condemned = false;
        for (Map.Entry<Integer, ObjectNode> entry : pods.descendingMap().entrySet()) {
            if (entry.getKey() < start || entry.getKey() >= start + replicas) {
                condemned = true;
                if (!Meta.deleting(entry.getValue())) {
                    client.delete(PODS, entry.getValue());
                }
                if (inOrder) {
                    return;
                }
            }
        }
        if (!condemned || !inOrder) {
            roll(pods);
        }
    }

    /** Deletes the Pod with the highest ordinal that is not of the update revision, when those above it are healthy. */
    private void roll(Map<Integer, ObjectNode> pods) {
        if (set.at("/spec/updateStrategy/type").asText().equals("OnDelete")) {
            return;
        }
        for (int ordinal = start + replicas - 1; ordinal >= start + partition(); ordinal--) {
            ObjectNode pod = pods.get(ordinal);
            if (pod == null) {
                return;
            }
            if (!revision(pod).equals(Meta.name(update)) && !Meta.deleting(pod)) {
                client.delete(PODS, pod);
                return;
            }
            if (Meta.deleting(pod) || !available(pod)) {
                return;
            }
        }
    }

    private int partition() {
        return set.at("/spec/updateStrategy/rollingUpdate/partition").asInt();
    }

    private boolean available(ObjectNode pod) {
        return Pods.available(pod, minReadySeconds, client);
    }

    boolean waitsForAvailability() {
        return pods().values().stream().anyMatch(pod -> Pods.ready(pod) && !available(pod));
    }

    private static String revision(ObjectNode pod) {
        return Meta.labels(pod).getOrDefault(REVISION, "");
    }

    private void createPod(int ordinal) {
        boolean onDelete = set.at("/spec/updateStrategy/type").asText().equals("OnDelete");
        ObjectNode revision = !onDelete && ordinal < start + partition() ? current : update;
        String name = Meta.name(set) + "-" + ordinal;
        ObjectNode pod = Pods.from(Revisions.template(revision), STATEFUL_SETS, set);
        Meta.of(pod).put("name", name).put("generateName", Meta.name(set) + "-");
        Pods.labelled(pod, "apps.kubernetes.io/pod-index", Integer.toString(ordinal));
        Pods.labelled(pod, REVISION, Meta.name(revision));
        Pods.labelled(pod, "statefulset.kubernetes.io/pod-name", name);
        ObjectNode spec = pod.withObjectProperty("spec");
        spec.put("hostname", name);
        spec.set("subdomain", set.at("/spec/serviceName"));
        client.create(PODS, pod);
    }

    ObjectNode status() {
        List<ObjectNode> pods = List.copyOf(pods().values());
        List<ObjectNode> staying =
                pods.stream().filter(pod -> !Meta.deleting(pod)).toList();
        int ready = (int) pods.stream().filter(Pods::ready).count();
        int updated = count(staying, update);
        boolean complete = updated == replicas && ready == replicas && pods.size() == replicas;
        ObjectNode settled = complete ? update : current;
        ObjectNode status = Json.object().put("observedGeneration", Meta.generation(set));
        status.put("replicas", pods.size());
        Json.count(status, "readyReplicas", ready);
        status.put(
                "availableReplicas", (int) pods.stream().filter(this::available).count());
        Json.count(status, "currentReplicas", complete ? updated : count(staying, settled));
        Json.count(status, "updatedReplicas", updated);
        status.put("currentRevision", Meta.name(settled));
        status.put("updateRevision", Meta.name(update));
        status.put("collisionCount", 0);
        return status;
    }

    private static int count(List<ObjectNode> pods, ObjectNode revision) {
        return (int) pods.stream()
                .filter(pod -> revision(pod).equals(Meta.name(revision)))
                .count();
    }
}
