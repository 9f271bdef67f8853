package io.sternway.events;

import org.jspecify.annotations.Nullable;

/**
 * Names an object on a cluster.
 *
 * @param apiVersion group/version, or version for the core group
 * @param kind the kind
 * @param namespace the namespace; absent for cluster-scoped kinds
 * @param name the name
 */
public record ObjectRef(
        String apiVersion, String kind, @Nullable String namespace, String name) {

    /** For people: {@code apps/v1 Deployment shop/checkout}. */
    @Override
    public String toString() {
        return apiVersion + " " + kind + " " + (namespace == null ? "" : namespace + "/") + name;
    }
}
