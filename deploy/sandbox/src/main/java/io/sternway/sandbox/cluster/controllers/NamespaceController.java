package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.model.BuiltIn.NAMESPACES;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.SERVICE_ACCOUNTS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives a namespace its service account; empties one that is being deleted, and lets it go when nothing is left. */
final class NamespaceController implements Reconciler {
    /** The real one waits 5 s; long enough here to be seen. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final ControllerClient client;

    NamespaceController(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(NAMESPACES)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(SERVICE_ACCOUNTS) && event.type() == StoreEvent.Type.DELETED) {
            concerned.accept(new ObjectKey("", Meta.namespace(event.object())));
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode namespace = client.get(NAMESPACES, key);
        if (namespace == null) {
            return null;
        }
        if (!Meta.deleting(namespace)) {
            serviceAccount(key.name());
            return null;
        }
        Duration left = GRACE.minus(client.since(namespace.at("/metadata/deletionTimestamp")));
        if (!left.isNegative() && !left.isZero()) {
            return left;
        }
        return empty(namespace) ? null : GRACE;
    }

    private void serviceAccount(String namespace) {
        if (client.get(SERVICE_ACCOUNTS, new ObjectKey(namespace, "default")) == null) {
            ObjectNode account = Json.object().put("apiVersion", "v1").put("kind", "ServiceAccount");
            account.putObject("metadata").put("name", "default").put("namespace", namespace);
            client.create(SERVICE_ACCOUNTS, account);
        }
    }

    /** @return whether the namespace is gone */
    private boolean empty(ObjectNode namespace) {
        String name = Meta.name(namespace);
        Set<String> remaining = new TreeSet<>();
        Set<String> finalizers = new TreeSet<>();
        for (ResourceKind kind : client.store().kinds().all()) {
            if (!kind.namespaced()) {
                continue;
            }
            for (ObjectNode object : client.list(kind, name)) {
                if (!Meta.deleting(object) || kind.equals(PODS)) {
                    client.delete(kind, object);
                }
            }
            for (ObjectNode object : client.list(kind, name)) {
                remaining.add(kind.qualifiedPlural());
                for (JsonNode finalizer : object.at("/metadata/finalizers")) {
                    finalizers.add(finalizer.asText());
                }
            }
        }
        if (remaining.isEmpty()) {
            client.store()
                    .edit(
                            NAMESPACES,
                            Subresource.FINALIZE,
                            "",
                            name,
                            ControllerClient.MANAGER,
                            now -> now.withObjectProperty("spec").remove("finalizers"));
            return true;
        }
        ObjectNode status = namespace.path("status").deepCopy();
        report(status, "NamespaceDeletionContentFailure", false, "ContentDeleted", "");
        report(status, "NamespaceContentRemaining", true, "SomeResourcesRemain", "Remaining: " + remaining);
        report(
                status,
                "NamespaceFinalizersRemaining",
                !finalizers.isEmpty(),
                finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                "Finalizers: " + finalizers);
        client.status(NAMESPACES, namespace, status);
        return false;
    }

    private void report(ObjectNode status, String type, boolean isTrue, String reason, String message) {
        JsonNode before = Conditions.get(status, type);
        if (before.isMissingNode() || !before.path("message").asText().equals(message)) {
            Conditions.put(status, Conditions.of(type, isTrue, reason, message, client.now()));
        }
    }
}
