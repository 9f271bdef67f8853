package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Reading and comparing JSON trees. */
final class Json {
    /** 1 is 1, whatever Java type a parser has chosen for it. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> {
        if (a instanceof NumericNode && b instanceof NumericNode) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
    };

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static boolean same(JsonNode a, JsonNode b) {
        if (a.isMissingNode() || b.isMissingNode()) {
            return a.isEmpty() && b.isEmpty() && !a.isValueNode() && !b.isValueNode();
        }
        return a.equals(BY_VALUE, b);
    }

    /** The number there, or {@code otherwise}. */
    static int number(JsonNode node, int otherwise) {
        return node.isNumber() ? node.asInt() : otherwise;
    }

    static ObjectNode child(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode child ? child : parent.putObject(field);
    }

    /** Puts a count, or leaves it out when it is zero, as API types with omitempty do. */
    static void count(ObjectNode status, String field, int count) {
        if (count == 0) {
            status.remove(field);
        } else {
            status.put(field, count);
        }
    }

    /** An absolute number or a percentage of {@code total}. */
    static int scaled(JsonNode intOrPercent, int total, boolean roundUp, int otherwise) {
        if (intOrPercent.isNumber()) {
            return intOrPercent.asInt();
        }
        String text = intOrPercent.asText("");
        if (!text.endsWith("%")) {
            return otherwise;
        }
        double share = Integer.parseInt(text.substring(0, text.length() - 1)) * total / 100.0;
        return (int) (roundUp ? Math.ceil(share) : Math.floor(share));
    }

    /** The same text for the same content, whatever the order of fields. */
    static String canonical(JsonNode node) {
        if (node.isObject()) {
            Map<String, String> fields = new TreeMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), canonical(field.getValue())));
            return fields.toString();
        }
        if (node.isArray()) {
            StringBuilder items = new StringBuilder("[");
            node.forEach(item -> items.append(canonical(item)).append(','));
            return items.append(']').toString();
        }
        return node.toString();
    }
}
