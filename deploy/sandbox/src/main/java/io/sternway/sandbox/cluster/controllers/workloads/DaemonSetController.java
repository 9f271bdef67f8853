package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.DAEMON_SETS;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Pod on the one node, unless the template's nodeSelector asks for another. */
public final class DaemonSetController implements Reconciler {
    private static final String REVISION = "controller-revision-hash";

    private final ControllerClient client;
    private final Revisions revisions;

    public DaemonSetController(ControllerClient client) {
        this.client = client;
        this.revisions = new Revisions(client, DAEMON_SETS, REVISION);
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        Owners.concerned(event, DAEMON_SETS, PODS, concerned, client);
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = client.get(DAEMON_SETS, key);
        if (set == null || Meta.deleting(set)) {
            return null;
        }
        ObjectNode revision = revisions.current(set);
        // There is one node, and it has no labels.
        int nodes = set.at("/spec/template/spec/nodeSelector").isEmpty() ? 1 : 0;
        if (manage(set, revision, nodes)) {
            roll(set, revision);
        }
        List<ObjectNode> pods = client.claim(PODS, DAEMON_SETS, set).stream()
                .filter(pod -> !Pods.ended(pod))
                .toList();
        client.status(DAEMON_SETS, set, status(set, revision, nodes, pods));
        revisions.removeOldest(set, List.of(Meta.name(revision)));
        return pods.stream().anyMatch(pod -> Pods.ready(pod) && !available(set, pod)) ? Duration.ofMillis(500) : null;
    }

    /** @return whether each node has its Pod */
    private boolean manage(ObjectNode set, ObjectNode revision, int nodes) {
        List<ObjectNode> pods = new ArrayList<>(client.claim(PODS, DAEMON_SETS, set));
        for (ObjectNode pod : pods) {
            if (Pods.ended(pod) && !Meta.deleting(pod)) {
                client.delete(PODS, pod);
            }
        }
        pods.removeIf(Pods::ended);
        for (int i = pods.size(); i < nodes; i++) {
            ObjectNode pod = Pods.named(Pods.from(set.at("/spec/template"), DAEMON_SETS, set), set);
            Pods.labelled(pod, REVISION, Revisions.hash(revision));
            Pods.labelled(pod, "pod-template-generation", Long.toString(templateGeneration(set)));
            client.create(PODS, pod);
        }
        for (int i = nodes; i < pods.size(); i++) {
            if (!Meta.deleting(pods.get(i))) {
                client.delete(PODS, pods.get(i));
            }
        }
        return pods.size() == nodes;
    }

    private static long templateGeneration(JsonNode set) {
        String generation = Meta.annotation(set, "deprecated.daemonset.template.generation");
        return generation == null ? Meta.generation(set) : Long.parseLong(generation);
    }

    /** Replaces an old Pod. */
    private void roll(ObjectNode set, ObjectNode revision) {
        if (set.at("/spec/updateStrategy/type").asText().equals("OnDelete")) {
            return;
        }
        for (ObjectNode pod : client.claim(PODS, DAEMON_SETS, set)) {
            if (!Meta.deleting(pod) && !updated(pod, revision)) {
                client.delete(PODS, pod);
            }
        }
    }

    private boolean available(JsonNode set, ObjectNode pod) {
        return Pods.available(pod, set.at("/spec/minReadySeconds").asInt(), client);
    }

    private static boolean updated(ObjectNode pod, ObjectNode revision) {
        return Revisions.hash(revision).equals(Meta.labels(pod).get(REVISION));
    }

    private ObjectNode status(ObjectNode set, ObjectNode revision, int nodes, List<ObjectNode> pods) {
        List<ObjectNode> staying =
                pods.stream().filter(pod -> !Meta.deleting(pod)).toList();
        int available =
                (int) staying.stream().filter(pod -> available(set, pod)).count();
        ObjectNode status = Json.object();
        status.put("currentNumberScheduled", Math.min(nodes, staying.size()));
        status.put("numberMisscheduled", 0);
        status.put("desiredNumberScheduled", nodes);
        status.put("numberReady", (int) staying.stream().filter(Pods::ready).count());
        status.put("observedGeneration", Meta.generation(set));
        Json.count(status, "updatedNumberScheduled", (int)
                staying.stream().filter(pod -> updated(pod, revision)).count());
        Json.count(status, "numberAvailable", available);
        Json.count(status, "numberUnavailable", nodes - available);
        return status;
    }
}
