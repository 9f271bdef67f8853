package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code status.conditions}. */
public final class Conditions {
    private Conditions() {}

    /** The condition of a status; missing when it is not there. */
    public static JsonNode get(JsonNode status, String type) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return MissingNode.getInstance();
    }

    public static boolean isTrue(JsonNode status, String type) {
        return get(status, type).path("status").asText().equals("True");
    }

    public static void remove(ObjectNode status, String type) {
        if (status.get("conditions") instanceof ArrayNode conditions) {
            for (int i = conditions.size() - 1; i >= 0; i--) {
                if (conditions.get(i).path("type").asText().equals(type)) {
                    conditions.remove(i);
                }
            }
            if (conditions.isEmpty()) {
                status.remove("conditions");
            }
        }
    }

    /** Appends a condition in place of the one of its type; times are the caller's. */
    public static void put(ObjectNode status, ObjectNode condition) {
        remove(status, condition.path("type").asText());
        status.withArrayProperty("conditions").add(condition);
    }

    public static ObjectNode of(String type, boolean isTrue, String reason, String message, String now) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("status", isTrue ? "True" : "False")
                .put("lastTransitionTime", now)
                .put("reason", reason)
                .put("message", message);
    }
}
