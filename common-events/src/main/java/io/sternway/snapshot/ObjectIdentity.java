package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What makes two manifests the same object: the version of its API does not, so {@code autoscaling/v1} and
 * {@code autoscaling/v2} of one name are one object.
 *
 * @param group the API group; empty for the core group
 * @param kind the kind
 * @param namespace the namespace; absent where the manifest names none
 * @param name the name
 */
public record ObjectIdentity(
        String group, String kind, @Nullable String namespace, String name) implements Comparable<ObjectIdentity> {

    private static final Comparator<ObjectIdentity> ORDER = Comparator.comparing(ObjectIdentity::group)
            .thenComparing(ObjectIdentity::kind)
            .thenComparing(identity -> identity.namespace == null ? "" : identity.namespace)
            .thenComparing(ObjectIdentity::name);

    /** The identity of a normalised manifest, which has apiVersion, kind and name. */
    public static ObjectIdentity of(JsonNode manifest) {
        JsonNode metadata = manifest.path("metadata");
        return new ObjectIdentity(
                groupOf(manifest.path("apiVersion").asText()),
                manifest.path("kind").asText(),
                metadata.path("namespace").textValue(),
                metadata.path("name").asText());
    }

    /** The group of an apiVersion: {@code apps} of {@code apps/v1}, empty of {@code v1}. */
    public static String groupOf(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    @Override
    public int compareTo(ObjectIdentity other) {
        return ORDER.compare(this, other);
    }

    /** For people: {@code Deployment.apps shop/checkout}. */
    @Override
    public String toString() {
        return kind + (group.isEmpty() ? "" : "." + group) + " " + (namespace == null ? "" : namespace + "/") + name;
    }
}
