package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.DAEMON_SETS;
import static io.sternway.sandbox.cluster.model.BuiltIn.NODES;
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
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Pod on every node that the template's nodeSelector allows. */
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
        if (event.kind().equals(NODES)) {
            client.list(DAEMON_SETS, null).forEach(set -> concerned.accept(ObjectKey.of(set)));
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = client.get(DAEMON_SETS, key);
        if (set == null || Meta.deleting(set)) {
            return null;
        }
        ObjectNode revision = revisions.current(set);
        int nodes = (int) client.list(NODES, null).stream()
                .filter(node -> accepts(set, node))
                .count();
        if (manage(set, revision, nodes)) {
            roll(set, revision, nodes);
        }
        List<ObjectNode> pods = client.claim(PODS, DAEMON_SETS, set).stream()
                .filter(pod -> !Pods.ended(pod))
                .toList();
        client.status(DAEMON_SETS, set, status(set, revision, nodes, pods));
        revisions.removeOldest(set, List.of(Meta.name(revision)));
        return pods.stream().anyMatch(pod -> Pods.ready(pod) && !available(set, pod)) ? Duration.ofMillis(500) : null;
    }

    private static boolean accepts(JsonNode set, ObjectNode node) {
        Map<String, String> wanted = Meta.texts(set.at("/spec/template/spec/nodeSelector"));
        return Meta.labels(node).entrySet().containsAll(wanted.entrySet());
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

    /** Replaces old Pods: those that do not serve at once, the others as far as may be unavailable. */
    private void roll(ObjectNode set, ObjectNode revision, int nodes) {
        JsonNode strategy = set.at("/spec/updateStrategy");
        if (strategy.path("type").asText().equals("OnDelete")) {
            return;
        }
        int maxUnavailable = Math.max(1, Json.scaled(strategy.at("/rollingUpdate/maxUnavailable"), nodes, true, 1));
        List<ObjectNode> pods = client.claim(PODS, DAEMON_SETS, set);
        int unavailable = (int) pods.stream()
                .filter(pod -> Meta.deleting(pod) || !available(set, pod))
                .count();
        for (ObjectNode pod : pods) {
            if (Meta.deleting(pod) || updated(pod, revision)) {
                continue;
            }
            if (!available(set, pod)) {
                client.delete(PODS, pod);
            } else if (unavailable < maxUnavailable) {
                unavailable++;
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
