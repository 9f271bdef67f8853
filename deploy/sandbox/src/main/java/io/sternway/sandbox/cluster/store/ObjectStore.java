package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's objects. Every write passes through what the API server does: defaulting, validation, admission,
 * managed fields, generation, resource version; what is refused is an {@link ApiFailure} and nothing is stored.
 *
 * <p>Thread-safe. Nodes handed out are the stored ones: never change them ({@code deepCopy()} first, or use
 * {@link #edit}). Nodes handed in are copied. {@code namespace} is empty for cluster-scoped kinds. All versions of a
 * kind share their objects.
 */
public interface ObjectStore {

    /** What is served here now: built-in kinds and those of established CustomResourceDefinitions. */
    Kinds kinds();

    /** The newest committed one. */
    long resourceVersion();

    @Nullable
    ObjectNode get(ResourceKind kind, String namespace, String name);

    /** Ordered by namespace and name. {@code namespace} null: of all namespaces. */
    List<ObjectNode> list(ResourceKind kind, @Nullable String namespace);

    /** Stores a new object ({@code generateName} is honoured) and returns it as stored. */
    ObjectNode create(ResourceKind kind, ObjectNode object, String manager);

    /**
     * Replaces the part that {@code part} names. With {@code metadata.resourceVersion} in the object, only if that is
     * still the stored one (409 otherwise), as with {@code metadata.uid}. What changes nothing writes nothing.
     */
    ObjectNode update(ResourceKind kind, Subresource part, ObjectNode object, String manager);

    /**
     * Reads, lets {@code change} work on a copy, writes: atomic, so that it never fails by a conflict.
     *
     * @return as stored afterwards; null when there is no such object
     */
    @Nullable
    ObjectNode edit(
            ResourceKind kind,
            Subresource part,
            String namespace,
            String name,
            String manager,
            Consumer<ObjectNode> change);

    /** Server-side apply. Creates what is absent. 409 with causes when others own a field, unless {@code force}. */
    ObjectNode apply(ResourceKind kind, Subresource part, ObjectNode content, String manager, boolean force);

    /**
     * Deletes, or marks as being deleted when finalizers or a Pod's grace period keep it. An object goes when its last
     * finalizer is removed by a later write.
     *
     * @return the object as it was last stored, or as it is now when it stays
     */
    ObjectNode delete(ResourceKind kind, String namespace, String name, DeleteOptions options);

    /** Registers a listener that hears every change committed after this call. */
    Subscription subscribe(StoreListener listener);
}
