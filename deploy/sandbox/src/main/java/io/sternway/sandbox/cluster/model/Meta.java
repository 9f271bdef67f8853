package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code metadata} of an object. */
public final class Meta {
    private Meta() {}

    public static String name(JsonNode object) {
        return object.path("metadata").path("name").asText("");
    }

    /** Empty for cluster-scoped objects. */
    public static String namespace(JsonNode object) {
        return object.path("metadata").path("namespace").asText("");
    }

    public static String uid(JsonNode object) {
        return object.path("metadata").path("uid").asText("");
    }

    public static String resourceVersion(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText("");
    }

    public static long generation(JsonNode object) {
        return object.path("metadata").path("generation").asLong();
    }

    public static boolean deleting(JsonNode object) {
        return object.path("metadata").has("deletionTimestamp");
    }

    public static boolean hasFinalizers(JsonNode object) {
        return !object.path("metadata").path("finalizers").isEmpty();
    }

    public static Map<String, String> labels(JsonNode object) {
        return texts(object.path("metadata").path("labels"));
    }

    public static @Nullable String annotation(JsonNode object, String key) {
        return object.path("metadata").path("annotations").path(key).textValue();
    }

    /** metadata, made when it is absent. */
    public static ObjectNode of(ObjectNode object) {
        return object.withObjectProperty("metadata");
    }

    /** A map of strings. */
    public static Map<String, String> texts(JsonNode map) {
        Map<String, String> out = new LinkedHashMap<>();
        map.properties()
                .forEach(entry -> out.put(entry.getKey(), entry.getValue().asText()));
        return out;
    }
}
