package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.schema.CustomTypes;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Serves the kinds of CustomResourceDefinitions: some time after the definition was made, until it is deleted, and
 * with it all of its instances.
 */
public final class CustomKinds implements AutoCloseable {
    private static final ResourceKind CRD = BuiltIn.CUSTOM_RESOURCE_DEFINITIONS;
    private static final String MANAGER = "kube-apiserver";

    private final ClusterStore store;
    private final ScheduledExecutorService scheduler;
    private final Duration delay;
    private final Subscription subscription;

    public CustomKinds(ClusterStore store, ScheduledExecutorService scheduler, Duration delay) {
        this.store = store;
        this.scheduler = scheduler;
        this.delay = delay;
        this.subscription = store.subscribe(this::changed);
        for (ObjectNode definition : store.list(CRD, null)) {
            String name = Meta.name(definition);
            if (isEstablished(definition)) {
                serve(definition);
            } else {
                later(() -> establish(name));
            }
            if (Meta.deleting(definition)) {
                later(() -> cleanUp(name));
            }
        }
    }

    @Override
    public void close() {
        subscription.close();
    }

    private void changed(StoreEvent event) {
        ObjectNode object = event.object();
        if (event.type() == StoreEvent.Type.DELETED) {
            removeIfInstance(event);
        }
        if (!event.kind().equals(CRD)) {
            return;
        }
        String name = Meta.name(object);
        switch (event.type()) {
            case ADDED -> later(() -> establish(name));
            case MODIFIED -> {
                if (Meta.deleting(object)) {
                    later(() -> cleanUp(name));
                } else if (isEstablished(object)) {
                    serve(object);
                } else {
                    later(() -> establish(name));
                }
            }
            case DELETED -> store.kinds().withdrawAllBut(name, Set.of());
        }
    }

    private void later(Runnable task) {
        var unused = scheduler.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void establish(String name) {
        store.edit(CRD, Subresource.STATUS, "", name, MANAGER, definition -> {
            if (Meta.deleting(definition)) {
                return;
            }
            ObjectNode status = (ObjectNode) definition.get("status");
            status.set("acceptedNames", definition.at("/spec/names"));
            condition(status, "NamesAccepted", "NoConflicts", "no conflicts found");
            condition(status, "Established", "InitialNamesAccepted", "the initial names have been accepted");
        });
    }

    private static void condition(ObjectNode status, String type, String reason, String message) {
        if (Conditions.get(status, type).isMissingNode()) {
            Conditions.put(status, Conditions.of(type, true, reason, message, Meta.now(Clock.systemUTC())));
        }
    }

    private static boolean isEstablished(JsonNode definition) {
        return Conditions.isTrue(definition.path("status"), "Established");
    }

    private void serve(JsonNode definition) {
        List<ResourceKind> kinds = kinds(definition);
        store.kinds()
                .withdrawAllBut(
                        Meta.name(definition),
                        kinds.stream().map(ResourceKind::version).collect(Collectors.toSet()));
        for (JsonNode version : definition.at("/spec/versions")) {
            for (ResourceKind kind : kinds) {
                if (kind.version().equals(version.path("name").asText())) {
                    JsonNode schema = version.path("schema").path("openAPIV3Schema");
                    store.kinds().serve(new ServedKind(kind, CustomTypes.of(schema), true));
                }
            }
        }
    }

    private static List<ResourceKind> kinds(JsonNode definition) {
        JsonNode spec = definition.path("spec");
        JsonNode names = spec.path("names");
        List<ResourceKind> out = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (!version.path("served").asBoolean()) {
                continue;
            }
            Set<String> subresources = new HashSet<>();
            version.path("subresources").fieldNames().forEachRemaining(subresources::add);
            out.add(new ResourceKind(
                    spec.path("group").asText(),
                    version.path("name").asText(),
                    names.path("kind").asText(),
                    names.path("plural").asText(),
                    names.path("singular").asText(),
                    spec.path("scope").asText().equals("Namespaced"),
                    subresources,
                    Meta.list(names.path("shortNames"))));
        }
        return out;
    }

    /** Deletes the instances; the definition goes when none is left. */
    private void cleanUp(String name) {
        ObjectNode definition = store.get(CRD, "", name);
        if (definition == null) {
            return;
        }
        progress(name);
        List<ResourceKind> kinds = kinds(definition);
        boolean empty = true;
        if (!kinds.isEmpty() && isEstablished(definition)) {
            ResourceKind kind = kinds.get(0);
            for (ObjectNode instance : store.list(kind, null)) {
                deleteQuietly(kind, instance);
            }
            empty = store.list(kind, null).isEmpty();
        }
        if (empty) {
            store.edit(CRD, Subresource.MAIN, "", name, MANAGER, live -> Meta.removeFinalizer(live, Deletion.CLEANUP));
        }
    }

    private void progress(String name) {
        store.edit(CRD, Subresource.STATUS, "", name, MANAGER, live -> {
            if (Conditions.get(live.path("status"), "Terminating") instanceof ObjectNode condition) {
                condition.put("reason", "InstanceDeletionInProgress");
            }
        });
    }

    private void deleteQuietly(ResourceKind kind, ObjectNode instance) {
        try {
            store.delete(kind, Meta.namespace(instance), Meta.name(instance), DeleteOptions.background());
        } catch (ApiFailure gone) {
            if (gone.code() != 404) {
                throw gone;
            }
        }
    }

    /** The last instance of a definition that is going lets it go. */
    private void removeIfInstance(StoreEvent event) {
        if (event.kind().group().contains(".")) {
            String name = event.kind().qualifiedPlural();
            later(() -> {
                ObjectNode definition = store.get(CRD, "", name);
                if (definition != null && Meta.deleting(definition)) {
                    cleanUp(name);
                }
            });
        }
    }
}
