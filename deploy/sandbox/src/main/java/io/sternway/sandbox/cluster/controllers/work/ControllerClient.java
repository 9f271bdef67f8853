package io.sternway.sandbox.cluster.controllers.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.Selectors;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.store.ClusterStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One cluster as its controllers see it: their usual verbs on its store, in the name of kube-controller-manager. */
public record ControllerClient(ClusterStore store, Clock clock) {
    public static final String MANAGER = "kube-controller-manager";

    @Nullable
    public ObjectNode get(ResourceKind kind, ObjectKey key) {
        return store.get(kind, key.namespace(), key.name());
    }

    public List<ObjectNode> list(ResourceKind kind, @Nullable String namespace) {
        return store.list(kind, namespace);
    }

    public ObjectNode create(ResourceKind kind, ObjectNode object) {
        return store.create(kind, object, MANAGER);
    }

    /** Changes everything but the status; nothing happens when the object is gone. */
    public void edit(ResourceKind kind, JsonNode object, Consumer<ObjectNode> change) {
        store.edit(kind, Subresource.MAIN, Meta.namespace(object), Meta.name(object), MANAGER, change);
    }

    /** Puts a status in place of the object's; what changes nothing writes nothing. */
    public void status(ResourceKind kind, JsonNode object, ObjectNode status) {
        if (Json.same(object.path("status"), status)) {
            return;
        }
        editStatus(kind, object, now -> now.set("status", status));
    }

    /** Changes the status, and annotations. */
    public void editStatus(ResourceKind kind, JsonNode object, Consumer<ObjectNode> change) {
        store.edit(kind, Subresource.STATUS, Meta.namespace(object), Meta.name(object), MANAGER, change);
    }

    /** Deletes exactly this object, not one of the same name that came later. */
    public void delete(ResourceKind kind, JsonNode object) {
        delete(kind, object, DeleteOptions.background());
    }

    public void delete(ResourceKind kind, JsonNode object, DeleteOptions options) {
        try {
            store.delete(kind, Meta.namespace(object), Meta.name(object), options.withUid(Meta.uid(object)));
        } catch (ApiFailure e) {
            if (e.code() != 404 && e.code() != 409) {
                throw e;
            }
        }
    }

    /** Takes a finalizer away; an object that is being deleted goes with its last one. */
    public void release(ResourceKind kind, JsonNode object, String finalizer) {
        edit(kind, object, now -> Meta.removeFinalizer(now, finalizer));
    }

    /** The objects of a kind that this owner controls; such as match its selector and have no owner are adopted. */
    public List<ObjectNode> claim(ResourceKind kind, ResourceKind ownerKind, JsonNode owner) {
        JsonNode selector = owner.at("/spec/selector");
        boolean adopts = !Meta.deleting(owner);
        List<ObjectNode> claimed = new ArrayList<>();
        for (ObjectNode object : store.list(kind, Meta.namespace(owner))) {
            JsonNode controller = Owners.controller(object);
            if (controller.path("uid").asText().equals(Meta.uid(owner))) {
                claimed.add(object);
            } else if (controller.isMissingNode()
                    && adopts
                    && !Meta.deleting(object)
                    && Selectors.matches(selector, object)) {
                edit(
                        kind,
                        object,
                        orphan -> Meta.of(orphan)
                                .withArrayProperty("ownerReferences")
                                .add(Owners.reference(ownerKind, owner)));
                ObjectNode adopted = get(kind, ObjectKey.of(object));
                if (adopted != null) {
                    claimed.add(adopted);
                }
            }
        }
        return claimed;
    }

    public Instant instant() {
        return clock.instant();
    }

    /** Now, as timestamps of objects are written: whole seconds. */
    public String now() {
        return Meta.now(clock);
    }

    /** How long since a timestamp of an object; very long when it is absent. */
    public Duration since(JsonNode timestamp) {
        return timestamp.isTextual()
                ? Duration.between(Instant.parse(timestamp.asText()), clock.instant())
                : Duration.ofDays(1);
    }
}
