package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Objects, versions and the news of them. Every method is called under the store's lock, except where it says
 * otherwise.
 */
final class ObjectTable {
    private final Map<String, NavigableMap<String, Stored>> objects = new HashMap<>();
    private final List<Consumer<StoreEvent>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Change>> watches = new CopyOnWriteArrayList<>();
    private final WatchHistory history;
    private volatile long version = 1;
    private boolean telling;

    ObjectTable(int historyLimit) {
        this.history = new WatchHistory(historyLimit);
    }

    /** Any thread. */
    long version() {
        return version;
    }

    WatchHistory history() {
        return history;
    }

    /** Any thread. */
    List<Consumer<StoreEvent>> listeners() {
        return listeners;
    }

    /** Any thread. */
    List<Consumer<Change>> watches() {
        return watches;
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }

    @Nullable
    Stored get(ResourceKind kind, String namespace, String name) {
        NavigableMap<String, Stored> table = objects.get(kind.qualifiedPlural());
        return table == null ? null : table.get(key(namespace, name));
    }

    Collection<Stored> list(ResourceKind kind, @Nullable String namespace) {
        NavigableMap<String, Stored> table = objects.get(kind.qualifiedPlural());
        if (table == null) {
            return List.of();
        }
        // '0' follows '/': everything whose key begins with the namespace and a slash.
        return namespace == null
                ? table.values()
                : table.subMap(namespace + "/", namespace + "0").values();
    }

    /** @param made by the caller; it gets its resourceVersion here and is the store's from now on */
    Stored put(ResourceKind kind, @Nullable Stored before, ObjectNode made) {
        refuseWhileTelling();
        long next = version + 1;
        ObjectNode object = Stored.ordered(made);
        Meta.of(object).put("resourceVersion", Long.toString(next));
        Stored stored = new Stored(object, JsonText.of(object), next);
        version = next;
        objects.computeIfAbsent(kind.qualifiedPlural(), k -> new TreeMap<>())
                .put(key(Meta.namespace(object), Meta.name(object)), stored);
        tell(before == null ? StoreEvent.Type.ADDED : StoreEvent.Type.MODIFIED, kind, before, stored);
        return stored;
    }

    /** @param last as it was last; null: as it is stored */
    Stored remove(ResourceKind kind, Stored before, @Nullable ObjectNode last) {
        refuseWhileTelling();
        long next = version + 1;
        ObjectNode object = (last == null ? before.object() : last).deepCopy();
        Meta.of(object).put("resourceVersion", Long.toString(next));
        Stored removed = new Stored(object, JsonText.of(object), next);
        version = next;
        NavigableMap<String, Stored> table = objects.get(kind.qualifiedPlural());
        if (table != null) {
            table.remove(key(Meta.namespace(object), Meta.name(object)));
        }
        tell(StoreEvent.Type.DELETED, kind, before, removed);
        return removed;
    }

    /** All objects, by qualified plural. */
    Map<String, List<Stored>> all() {
        Map<String, List<Stored>> out = new TreeMap<>();
        objects.forEach((kind, stored) -> out.put(kind, List.copyOf(stored.values())));
        return out;
    }

    /** As it was, without telling anybody. */
    void restore(String qualifiedPlural, ObjectNode object) {
        Stored stored = new Stored(object, JsonText.of(object), Long.parseLong(Meta.resourceVersion(object)));
        objects.computeIfAbsent(qualifiedPlural, k -> new TreeMap<>())
                .put(key(Meta.namespace(object), Meta.name(object)), stored);
    }

    void restored(long resourceVersion) {
        version = resourceVersion;
        history.forget(resourceVersion);
    }

    private void refuseWhileTelling() {
        if (telling) {
            throw new IllegalStateException("a listener wrote to the store that was calling it");
        }
    }

    private void tell(StoreEvent.Type type, ResourceKind kind, @Nullable Stored before, Stored now) {
        telling = true;
        try {
            Change change = new Change(
                    type,
                    kind,
                    before == null ? null : Selectable.of(kind, before.object()),
                    Selectable.of(kind, now.object()),
                    now.json(),
                    now.resourceVersion());
            history.add(change);
            watches.forEach(watch -> watch.accept(change));
            StoreEvent event = new StoreEvent(
                    type, kind, before == null ? null : before.object(), now.object(), now.resourceVersion());
            listeners.forEach(listener -> listener.accept(event));
        } finally {
            telling = false;
        }
    }
}
