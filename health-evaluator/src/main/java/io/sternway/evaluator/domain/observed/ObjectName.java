package io.sternway.evaluator.domain.observed;

import org.jspecify.annotations.Nullable;

/**
 * Names an object on a cluster.
 *
 * @param apiVersion group/version, or version for the core group
 * @param kind the kind
 * @param namespace the namespace; absent for cluster-scoped kinds
 * @param name the name
 */
public record ObjectName(
        String apiVersion, String kind, @Nullable String namespace, String name) {

    /** A text that is equal for equal names and different for different ones. */
    public String id() {
        return apiVersion + "/" + kind + "/" + (namespace == null ? "" : namespace) + "/" + name;
    }
}
