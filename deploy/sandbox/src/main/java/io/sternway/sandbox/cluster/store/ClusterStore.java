package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.apply.FieldManager;
import io.sternway.sandbox.cluster.apply.TypeCheck;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.model.Write;
import io.sternway.sandbox.cluster.rules.ServiceAddresses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one simulated cluster, in memory. Every write passes through what the API server does: defaulting,
 * validation, admission, managed fields, generation, resource version; what is refused is an {@link ApiFailure} and
 * nothing is stored.
 *
 * <p>Thread-safe. Nodes handed out are the stored ones: never change them ({@code deepCopy()} first, or use
 * {@link #edit}). Nodes handed in are copied. {@code namespace} is empty for cluster-scoped kinds. All versions of a
 * kind share their objects.
 */
public final class ClusterStore {
    private final Object lock = new Object();
    private final Kinds kinds = new Kinds();
    private final ObjectTable table;
    private final Clock clock;
    private final ServiceAddresses addresses = new ServiceAddresses();
    private final Commits commits;
    private final Deletion deletion;

    /** A new cluster, with the namespaces that every one has. */
    public ClusterStore(Clock clock, int watchHistory) {
        this(new ObjectTable(watchHistory), clock);
        for (String name : List.of("default", "kube-node-lease", "kube-public", "kube-system")) {
            ObjectNode namespace = JsonNodeFactory.instance.objectNode();
            Meta.of(namespace).put("name", name);
            create(BuiltIn.NAMESPACES, namespace, "kube-apiserver");
        }
    }

    private ClusterStore(ObjectTable table, Clock clock) {
        this.clock = clock;
        this.table = table;
        this.commits = new Commits(table, addresses, this::now);
        this.deletion = new Deletion(table, this::now);
    }

    /** With what was saved, or as a new one when nothing was. */
    public static ClusterStore at(Path file, Clock clock, int watchHistory) {
        if (!Files.exists(file)) {
            return new ClusterStore(clock, watchHistory);
        }
        ClusterStore store = new ClusterStore(new ObjectTable(watchHistory), clock);
        try {
            synchronized (store.lock) {
                StateFile.read(file, store.table);
                store.table.list(BuiltIn.SERVICES, null).forEach(stored -> store.addresses.taken(stored.object()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the state of a cluster: " + file, e);
        }
        return store;
    }

    /** Writes all objects; the store can be used meanwhile. */
    public void save(Path file) throws IOException {
        Map<String, List<Stored>> objects;
        long version;
        synchronized (lock) {
            objects = table.all();
            version = table.version();
        }
        StateFile.write(file, version, objects);
    }

    /** What is served here now: built-in kinds and those of established CustomResourceDefinitions. */
    public Kinds kinds() {
        return kinds;
    }

    /** The newest committed one. */
    public long resourceVersion() {
        return table.version();
    }

    public @Nullable ObjectNode get(ResourceKind kind, String namespace, String name) {
        Stored stored = stored(kind, namespace, name);
        return stored == null ? null : inVersionOf(kind, stored.object());
    }

    public @Nullable Stored stored(ResourceKind kind, String namespace, String name) {
        synchronized (lock) {
            return table.get(kind, namespace, name);
        }
    }

    /** Ordered by namespace and name. {@code namespace} null: of all namespaces. */
    public List<ObjectNode> list(ResourceKind kind, @Nullable String namespace) {
        return snapshot(kind, namespace).objects().stream()
                .map(stored -> inVersionOf(kind, stored.object()))
                .toList();
    }

    /** Objects, and the version at which these were all. */
    public record Snapshot(List<Stored> objects, long resourceVersion) {}

    public Snapshot snapshot(ResourceKind kind, @Nullable String namespace) {
        synchronized (lock) {
            return new Snapshot(new ArrayList<>(table.list(kind, namespace)), table.version());
        }
    }

    /** Stores a new object ({@code generateName} is honoured) and returns it as stored. */
    public ObjectNode create(ResourceKind kind, ObjectNode object, String manager) {
        return create(kind, object, Write.by(manager));
    }

    /** As {@link #create(ResourceKind, ObjectNode, String)}. */
    public ObjectNode create(ResourceKind kind, ObjectNode object, Write write) {
        ServedKind served = kinds.served(kind);
        if (!Meta.resourceVersion(object).isEmpty()) {
            throw Failures.internal("resourceVersion should not be set on objects to be created");
        }
        synchronized (lock) {
            ObjectNode shaped = commits.fresh(served, Parts.withoutStatus(kind, object));
            JsonNode status = kind.has("status") ? shaped.remove("status") : null;
            shaped = fields(served).update(null, shaped, write.manager(), Subresource.MAIN, now());
            if (status != null) {
                shaped.set("status", status);
            }
            return commits.create(served, shaped, write);
        }
    }

    /**
     * Reads, lets {@code change} work on a copy, writes: atomic, so that it never fails by a conflict.
     *
     * @return as stored afterwards; null when there is no such object
     */
    public @Nullable ObjectNode edit(
            ResourceKind kind,
            Subresource part,
            String namespace,
            String name,
            String manager,
            Consumer<ObjectNode> change) {
        synchronized (lock) {
            if (table.get(kind, namespace, name) == null) {
                return null;
            }
            return change(
                    kind,
                    part,
                    namespace,
                    name,
                    live -> {
                        ObjectNode copy = live.deepCopy();
                        change.accept(copy);
                        return copy;
                    },
                    Write.by(manager));
        }
    }

    /**
     * Update and every patch but apply.
     *
     * @param change from the live object, which it does not change, to what is wanted
     */
    public ObjectNode change(
            ResourceKind kind,
            Subresource part,
            String namespace,
            String name,
            UnaryOperator<ObjectNode> change,
            Write write) {
        ServedKind served = kinds.served(kind);
        synchronized (lock) {
            Stored stored = table.get(kind, namespace, name);
            if (stored == null) {
                throw Failures.notFound(kind, name);
            }
            ObjectNode before = inVersionOf(kind, stored.object());
            ObjectNode wanted = change.apply(before);
            Parts.checkVersion(kind, name, wanted, before);
            String uid = Meta.uid(wanted);
            if (!uid.isEmpty() && !uid.equals(Meta.uid(before))) {
                throw Failures.conflict(kind, name, Parts.uidMismatch(before, uid));
            }
            ObjectNode next = Commits.shaped(served, Parts.lay(kind, part, before, wanted));
            Parts.keepSystemMetadata(before, next);
            next = fields(served).update(before, next, write.manager(), part, now());
            return commits.update(served, part, stored, before, next, write);
        }
    }

    /** What an apply led to. */
    public record Applied(ObjectNode object, boolean created) {}

    /** Server-side apply. Creates what is absent. 409 with causes when others own a field, unless {@code force}. */
    public Applied apply(
            ResourceKind kind, Subresource part, String namespace, ObjectNode sent, boolean force, Write write) {
        ServedKind served = kinds.served(kind);
        if (!sent.path("metadata").path("managedFields").isEmpty()) {
            throw Failures.badRequest("metadata.managedFields must be nil");
        }
        List<String> faults = TypeCheck.faults(served.type(), sent);
        if (!faults.isEmpty()) {
            throw Parts.untyped(kind, sent, faults);
        }
        ObjectNode content = Parts.in(namespace, sent);
        String name = Meta.name(content);
        synchronized (lock) {
            Stored stored = table.get(kind, namespace, name);
            ObjectNode before = stored == null ? null : inVersionOf(kind, stored.object());
            if (before == null && part != Subresource.MAIN) {
                throw Failures.notFound(kind, name);
            }
            if (before == null && !Meta.uid(content).isEmpty()) {
                throw Failures.conflict(
                        kind,
                        name,
                        "uid mismatch: the provided object specified uid " + Meta.uid(content)
                                + ", and no existing object was found");
            }
            ObjectNode merged = fields(served)
                    .apply(before, content, write.manager(), part, Parts.ignored(kind, part, content), force, now());
            if (stored == null || before == null) {
                Meta.of(merged).remove("resourceVersion");
                return new Applied(commits.create(served, commits.fresh(served, merged), write), true);
            }
            Parts.checkVersion(kind, name, content, before);
            ObjectNode next = Commits.shaped(served, merged);
            String uid = Meta.uid(content);
            if (!uid.isEmpty() && !uid.equals(Meta.uid(before))) {
                Fault fault = Fault.invalid("metadata.uid", content.at("/metadata/uid"), "field is immutable");
                throw Failures.invalid(kind, name, List.of(fault, fault));
            }
            Parts.keepSystemMetadata(before, next);
            return new Applied(commits.update(served, part, stored, before, next, write), false);
        }
    }

    /**
     * Deletes, or marks as being deleted when finalizers or a Pod's grace period keep it. An object goes when its last
     * finalizer is removed by a later write.
     */
    public Deletion.Outcome delete(ResourceKind kind, String namespace, String name, DeleteOptions options) {
        synchronized (lock) {
            Stored stored = table.get(kind, namespace, name);
            if (stored == null) {
                throw Failures.notFound(kind, name);
            }
            return deletion.delete(kind, stored, options);
        }
    }

    /**
     * Registers a listener that hears every change committed after this call: once, in order, on the writer's thread and
     * under the lock. It puts the event into a queue and returns; writing from there is refused with
     * IllegalStateException, since later listeners would see changes out of order.
     */
    public Subscription subscribe(Consumer<StoreEvent> listener) {
        synchronized (lock) {
            table.listeners().add(listener);
        }
        return () -> {
            synchronized (lock) {
                table.listeners().remove(listener);
            }
        };
    }

    /**
     * Hears changes of a kind from a version on: first, before this returns, those since then, afterwards each as it
     * is committed, on the writer's thread and under the lock.
     *
     * @throws ApiFailure 410 when the version is too old
     */
    public Subscription watch(ResourceKind kind, long since, Consumer<Change> watch) {
        Consumer<Change> filtered = change -> {
            if (change.kind().qualifiedPlural().equals(kind.qualifiedPlural())) {
                watch.accept(change);
            }
        };
        synchronized (lock) {
            table.history().since(since, kind).forEach(watch);
            table.watches().add(filtered);
        }
        return () -> {
            synchronized (lock) {
                table.watches().remove(filtered);
            }
        };
    }

    /** Watches can no longer start in the past: as after a compaction. */
    public void forgetHistory() {
        synchronized (lock) {
            table.history().forget(table.version());
        }
    }

    private static FieldManager fields(ServedKind served) {
        return new FieldManager(served.type(), served.kind().apiVersion());
    }

    /** Custom resources may be stored in another version than the one asked for. */
    public static ObjectNode inVersionOf(ResourceKind kind, ObjectNode stored) {
        if (stored.path("apiVersion").asText().equals(kind.apiVersion())) {
            return stored;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.setAll(stored);
        out.put("apiVersion", kind.apiVersion());
        return out;
    }

    private String now() {
        return Meta.now(clock);
    }
}
