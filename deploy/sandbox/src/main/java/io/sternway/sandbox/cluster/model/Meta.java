package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code metadata} of an object. */
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

    public static boolean hasFinalizer(JsonNode object, String finalizer) {
        return list(object.path("metadata").path("finalizers")).contains(finalizer);
    }

    /** Takes finalizers away; none left is none at all. */
    public static void removeFinalizer(ObjectNode object, String finalizer) {
        if (of(object).get("finalizers") instanceof ArrayNode finalizers) {
            finalizers.removeIf(one -> one.asText().equals(finalizer));
            if (finalizers.isEmpty()) {
                of(object).remove("finalizers");
            }
        }
    }

    /** Now, as timestamps of objects are written: whole seconds. */
    public static String now(Clock clock) {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
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

    /** A list of strings. */
    public static List<String> list(JsonNode texts) {
        List<String> out = new ArrayList<>();
        texts.forEach(text -> out.add(text.asText()));
        return out;
    }
}
