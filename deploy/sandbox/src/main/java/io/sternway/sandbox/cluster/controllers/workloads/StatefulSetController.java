package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.STATEFUL_SETS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pods with names and an order. With OrderedReady a Pod that is not ready holds up everything, also the way back from
 * the revision that broke it (K7).
 */
public final class StatefulSetController implements Reconciler {
    private final ControllerClient client;
    private final Revisions revisions;

    public StatefulSetController(ControllerClient client) {
        this.client = client;
        this.revisions = new Revisions(client, STATEFUL_SETS, "controller.kubernetes.io/hash");
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        Owners.concerned(event, STATEFUL_SETS, PODS, concerned, client);
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = client.get(STATEFUL_SETS, key);
        if (set == null || Meta.deleting(set)) {
            return null;
        }
        ObjectNode update = revisions.current(set);
        String wasCurrent = set.at("/status/currentRevision").asText("");
        ObjectNode current = revisions.of(set).stream()
                .filter(revision -> Meta.name(revision).equals(wasCurrent))
                .findFirst()
                .orElse(update);
        OrderedPods row = new OrderedPods(client, set, current, update);
        row.step();
        ObjectNode status = row.status();
        client.status(STATEFUL_SETS, set, status);
        revisions.removeOldest(
                set,
                List.of(
                        status.path("currentRevision").asText(),
                        status.path("updateRevision").asText()));
        return row.waitsForAvailability() ? Duration.ofMillis(500) : null;
    }
}
