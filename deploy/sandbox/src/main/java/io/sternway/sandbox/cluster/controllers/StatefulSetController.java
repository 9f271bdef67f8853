package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.store.BuiltIn.STATEFUL_SETS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pods with names and an order. With OrderedReady a Pod that is not ready holds up everything, also the way back from
 * the revision that broke it (K7).
 */
final class StatefulSetController implements Reconciler {
    private final Site site;
    private final Revisions revisions;

    StatefulSetController(Site site) {
        this.site = site;
        this.revisions = new Revisions(site, STATEFUL_SETS, "controller.kubernetes.io/hash");
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(STATEFUL_SETS)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(PODS)) {
            Owners.concerned(event, STATEFUL_SETS, concerned, site);
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode set = site.get(STATEFUL_SETS, key);
        if (set == null || Meta.deleting(set)) {
            return null;
        }
        ObjectNode update = revisions.current(set);
        String wasCurrent = set.path("status").path("currentRevision").asText("");
        ObjectNode current = revisions.of(set).stream()
                .filter(revision -> Meta.name(revision).equals(wasCurrent))
                .findFirst()
                .orElse(update);
        ReplicaRow row = new ReplicaRow(site, set, current, update);
        row.step();
        ObjectNode status = row.status();
        site.status(STATEFUL_SETS, set, status);
        revisions.removeOldest(
                set,
                List.of(
                        status.path("currentRevision").asText(),
                        status.path("updateRevision").asText()));
        return row.waitsForAvailability() ? Duration.ofMillis(500) : null;
    }
}
