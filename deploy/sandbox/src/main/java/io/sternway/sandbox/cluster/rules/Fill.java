package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/** Fills in what is absent. */
final class Fill {
    private Fill() {}

    /** An empty text is the same as none. */
    static void in(ObjectNode node, String field, String value) {
        if (node.path(field).asText("").isEmpty()) {
            node.put(field, value);
        }
    }

    static void in(ObjectNode node, String field, int value) {
        if (!node.has(field)) {
            node.put(field, value);
        }
    }

    static void in(ObjectNode node, String field, boolean value) {
        if (!node.has(field)) {
            node.put(field, value);
        }
    }

    /** Works on the object under a field, if there is one. */
    static void ifPresent(JsonNode node, String field, Consumer<ObjectNode> work) {
        if (node.get(field) instanceof ObjectNode known) {
            work.accept(known);
        }
    }

    /** Works on each object of a list under a field, if there is one. */
    static void each(JsonNode node, String field, Consumer<ObjectNode> work) {
        for (JsonNode item : node.path(field)) {
            if (item instanceof ObjectNode object) {
                work.accept(object);
            }
        }
    }
}
