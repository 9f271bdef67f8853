package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Label selectors as they stand in specs. */
public final class Selectors {
    private Selectors() {}

    /** Whether the object's labels match; a selector that is absent or empty matches nothing. */
    public static boolean matches(JsonNode selector, JsonNode object) {
        JsonNode exact = selector.path("matchLabels");
        JsonNode expressions = selector.path("matchExpressions");
        if (exact.isEmpty() && expressions.isEmpty()) {
            return false;
        }
        Map<String, String> labels = Meta.labels(object);
        for (Map.Entry<String, JsonNode> wanted : exact.properties()) {
            if (!wanted.getValue().asText().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : expressions) {
            if (!matches(expression, labels)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(JsonNode expression, Map<String, String> labels) {
        String key = expression.path("key").asText();
        String value = labels.get(key);
        boolean listed = false;
        for (JsonNode one : expression.path("values")) {
            listed |= one.asText().equals(value);
        }
        return switch (expression.path("operator").asText()) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> labels.containsKey(key);
            case "DoesNotExist" -> !labels.containsKey(key);
            default -> false;
        };
    }
}
