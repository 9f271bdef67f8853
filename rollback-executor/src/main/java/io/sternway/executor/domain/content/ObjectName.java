package io.sternway.executor.domain.content;

import java.util.Map;
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

    /** The name that an object carries. */
    public static ObjectName of(Map<String, Object> object) {
        return new ObjectName(
                Fields.text(object, "", "apiVersion"),
                Fields.text(object, "", "kind"),
                Fields.textOrNull(object, "metadata", "namespace"),
                Fields.text(object, "", "metadata", "name"));
    }

    /** The API group; empty for the core group. */
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** The same object, whichever version of its API names it. */
    public boolean same(ObjectName other) {
        return identity().equals(other.identity());
    }

    /** What makes two names the same object: group, kind, namespace and name. */
    public String identity() {
        return group() + "/" + kind + "/" + (namespace == null ? "" : namespace) + "/" + name;
    }

    /** For people: {@code Deployment shop/checkout}. */
    @Override
    public String toString() {
        return kind + " " + (namespace == null ? "" : namespace + "/") + name;
    }
}
