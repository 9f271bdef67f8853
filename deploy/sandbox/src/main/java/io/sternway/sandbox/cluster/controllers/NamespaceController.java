package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.NAMESPACES;
import static io.sternway.sandbox.cluster.store.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.store.BuiltIn.SERVICE_ACCOUNTS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import io.sternway.sandbox.cluster.store.Subresource;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives a namespace its service account; empties one that is being deleted, and lets it go when nothing is left. */
final class NamespaceController implements Reconciler {
    /** The real one waits 5 s; long enough here to be seen. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final Site site;

    NamespaceController(Site site) {
        this.site = site;
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
        ObjectNode namespace = site.get(NAMESPACES, key);
        if (namespace == null) {
            return null;
        }
        if (!Meta.deleting(namespace)) {
            serviceAccount(key.name());
            return null;
        }
        Duration left = GRACE.minus(site.since(namespace.path("metadata").path("deletionTimestamp")));
        if (!left.isNegative() && !left.isZero()) {
            return left;
        }
        return empty(namespace) ? null : GRACE;
    }

    private void serviceAccount(String namespace) {
        if (site.get(SERVICE_ACCOUNTS, new ObjectKey(namespace, "default")) == null) {
            ObjectNode account = Json.object().put("apiVersion", "v1").put("kind", "ServiceAccount");
            account.putObject("metadata").put("name", "default").put("namespace", namespace);
            site.create(SERVICE_ACCOUNTS, account);
        }
    }

    /** @return whether the namespace is gone */
    private boolean empty(ObjectNode namespace) {
        String name = Meta.name(namespace);
        Map<String, Integer> remaining = new TreeMap<>();
        Map<String, Integer> finalizers = new TreeMap<>();
        for (ResourceKind kind : site.store().kinds().all()) {
            if (!kind.namespaced()) {
                continue;
            }
            for (ObjectNode object : site.list(kind, name)) {
                if (!Meta.deleting(object) || kind.equals(PODS)) {
                    site.delete(kind, object);
                }
            }
            for (ObjectNode object : site.list(kind, name)) {
                remaining.merge(kind.qualifiedPlural() + ".", 1, Integer::sum);
                for (JsonNode finalizer : object.path("metadata").path("finalizers")) {
                    finalizers.merge(finalizer.asText(), 1, Integer::sum);
                }
            }
        }
        if (remaining.isEmpty()) {
            site.store()
                    .edit(
                            NAMESPACES,
                            Subresource.FINALIZE,
                            "",
                            name,
                            Site.MANAGER,
                            now -> Json.child(now, "spec").remove("finalizers"));
            return true;
        }
        ObjectNode status = namespace.path("status").deepCopy();
        report(
                status,
                "NamespaceDeletionDiscoveryFailure",
                false,
                "ResourcesDiscovered",
                "All resources successfully discovered");
        report(
                status,
                "NamespaceDeletionGroupVersionParsingFailure",
                false,
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed");
        report(
                status,
                "NamespaceDeletionContentFailure",
                false,
                "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization");
        report(
                status,
                "NamespaceContentRemaining",
                true,
                "SomeResourcesRemain",
                "Some resources are remaining: " + list(remaining, " has %d resource instances"));
        report(
                status,
                "NamespaceFinalizersRemaining",
                !finalizers.isEmpty(),
                finalizers.isEmpty() ? "ContentHasNoFinalizers" : "SomeFinalizersRemain",
                finalizers.isEmpty()
                        ? "All content-preserving finalizers finished"
                        : "Some content in the namespace has finalizers remaining: "
                                + list(finalizers, " in %d resource instances"));
        site.status(NAMESPACES, namespace, status);
        return false;
    }

    private void report(ObjectNode status, String type, boolean isTrue, String reason, String message) {
        JsonNode before = Conditions.get(status, type);
        if (!before.path("message").asText().equals(message)) {
            Conditions.put(status, Conditions.of(type, isTrue, reason, message, site.now()));
        }
    }

    private static String list(Map<String, Integer> counts, String each) {
        StringBuilder list = new StringBuilder();
        counts.forEach((what, count) ->
                list.append(list.isEmpty() ? "" : ", ").append(what).append(each.formatted(count)));
        return list.toString();
    }
}
