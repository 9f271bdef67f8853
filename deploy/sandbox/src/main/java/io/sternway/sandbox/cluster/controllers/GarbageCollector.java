package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what no living object owns any longer, and carries out foreground and orphaning deletions. It knows objects
 * by uid; keys have the uid as their name.
 */
final class GarbageCollector implements Reconciler {
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private record Known(ResourceKind kind, ObjectKey key) {}

    private final ControllerClient client;
    private final Map<String, Known> objects = new HashMap<>();
    private final Map<String, Set<String>> dependants = new HashMap<>();

    GarbageCollector(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        ObjectNode object = event.object();
        String uid = Meta.uid(object);
        boolean gone = event.type() == StoreEvent.Type.DELETED;
        if (gone) {
            objects.remove(uid);
            for (String dependant : dependants.getOrDefault(uid, Set.of())) {
                concerned.accept(key(dependant));
            }
            dependants.remove(uid);
        } else {
            objects.put(uid, new Known(event.kind(), ObjectKey.of(object)));
        }
        JsonNode references = object.at("/metadata/ownerReferences");
        for (JsonNode reference : references) {
            String owner = reference.path("uid").asText();
            if (gone) {
                dependants.getOrDefault(owner, new LinkedHashSet<>()).remove(uid);
            } else {
                dependants.computeIfAbsent(owner, o -> new LinkedHashSet<>()).add(uid);
            }
            if (objects.containsKey(owner)) {
                concerned.accept(key(owner));
            }
        }
        if (!gone && (!references.isEmpty() || Meta.deleting(object))) {
            concerned.accept(key(uid));
        }
    }

    private static ObjectKey key(String uid) {
        return new ObjectKey("", uid);
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        String uid = key.name();
        Known known = objects.get(uid);
        ObjectNode object = known == null ? null : client.get(known.kind(), known.key());
        if (known == null || object == null || !Meta.uid(object).equals(uid)) {
            return null;
        }
        if (Meta.deleting(object)) {
            if (Meta.hasFinalizer(object, ORPHAN)) {
                orphan(uid);
                client.release(known.kind(), object, ORPHAN);
            } else if (Meta.hasFinalizer(object, FOREGROUND)) {
                foreground(known, object);
            }
            return null;
        }
        ownersOf(known, object);
        return null;
    }

    private void ownersOf(Known known, ObjectNode object) {
        JsonNode references = object.at("/metadata/ownerReferences");
        if (references.isEmpty()) {
            return;
        }
        Set<String> gone = new HashSet<>();
        boolean awaited = false;
        for (JsonNode reference : references) {
            Owner owner = owner(object, reference);
            if (owner != Owner.HERE) {
                gone.add(reference.path("uid").asText());
            }
            awaited |= owner == Owner.GOES_LAST
                    && reference.path("blockOwnerDeletion").asBoolean();
        }
        if (gone.size() < references.size()) {
            gone.forEach(uid -> forget(known.kind(), object, uid));
            return;
        }
        boolean hasOwn = !dependants.getOrDefault(Meta.uid(object), Set.of()).isEmpty();
        Propagation propagation = awaited && hasOwn ? Propagation.FOREGROUND : Propagation.BACKGROUND;
        client.delete(known.kind(), object, new DeleteOptions(propagation, null, null, null, false));
    }

    /** The object is no longer owned by this owner. */
    private void forget(ResourceKind kind, ObjectNode object, String owner) {
        client.edit(kind, object, now -> {
            ArrayNode references = Meta.of(now).withArrayProperty("ownerReferences");
            references.removeIf(one -> one.path("uid").asText().equals(owner));
            if (references.isEmpty()) {
                Meta.of(now).remove("ownerReferences");
            }
        });
    }

    private enum Owner {
        HERE,
        /** Waits until its dependants have gone. */
        GOES_LAST,
        GONE
    }

    private Owner owner(ObjectNode dependant, JsonNode reference) {
        ResourceKind kind = client.store()
                .kinds()
                .byKind(
                        reference.path("apiVersion").asText(),
                        reference.path("kind").asText());
        if (kind == null) {
            // Its definition may come yet: nothing is deleted on a guess.
            return Owner.HERE;
        }
        String namespace = kind.namespaced() ? Meta.namespace(dependant) : "";
        ObjectNode owner =
                client.get(kind, new ObjectKey(namespace, reference.path("name").asText()));
        if (owner == null || !Meta.uid(owner).equals(reference.path("uid").asText())) {
            return Owner.GONE;
        }
        return Meta.deleting(owner) && Meta.hasFinalizer(owner, FOREGROUND) ? Owner.GOES_LAST : Owner.HERE;
    }

    private void foreground(Known known, ObjectNode owner) {
        boolean blocked = false;
        for (String dependant : List.copyOf(dependants.getOrDefault(Meta.uid(owner), Set.of()))) {
            Known one = objects.get(dependant);
            ObjectNode object = one == null ? null : client.get(one.kind(), one.key());
            if (one == null || object == null) {
                continue;
            }
            for (JsonNode reference : object.at("/metadata/ownerReferences")) {
                blocked |= reference.path("uid").asText().equals(Meta.uid(owner))
                        && reference.path("blockOwnerDeletion").asBoolean();
            }
            if (!Meta.deleting(object)) {
                ownersOf(one, object);
            }
        }
        if (!blocked) {
            client.release(known.kind(), owner, FOREGROUND);
        }
    }

    private void orphan(String owner) {
        for (String dependant : List.copyOf(dependants.getOrDefault(owner, Set.of()))) {
            Known known = objects.get(dependant);
            ObjectNode object = known == null ? null : client.get(known.kind(), known.key());
            if (known == null || object == null) {
                continue;
            }
            forget(known.kind(), object, owner);
        }
        dependants.remove(owner);
    }
}
