package io.sternway.watcher.domain.watch;

import org.jspecify.annotations.Nullable;

/**
 * One applied object.
 *
 * @param kind what it is
 * @param namespace its namespace; absent for cluster-scoped kinds
 * @param name its name
 * @param uid its uid as applied
 * @param generation its generation as applied; 0 for kinds without
 * @param resourceVersion its resourceVersion as applied
 */
public record WatchedObject(
        ResourceKind kind,
        @Nullable String namespace,
        String name,
        String uid,
        long generation,
        String resourceVersion) {

    /** Where it is found in a listing of its kind. */
    public ObjectKey key() {
        return new ObjectKey(namespace, name);
    }
}
