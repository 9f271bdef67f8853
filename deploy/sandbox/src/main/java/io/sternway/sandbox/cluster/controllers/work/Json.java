package io.sternway.sandbox.cluster.controllers.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** Reading and comparing JSON trees. */
public final class Json {
    /** 1 is 1, whatever Java type a parser has chosen for it. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> {
        if (a instanceof NumericNode && b instanceof NumericNode) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
    };

    /** No vowels, so that no words come about. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static boolean same(JsonNode a, JsonNode b) {
        if (a.isMissingNode() || b.isMissingNode()) {
            return a.isEmpty() && b.isEmpty() && !a.isValueNode() && !b.isValueNode();
        }
        return a.equals(BY_VALUE, b);
    }

    /** The number there, or {@code otherwise}. */
    public static int number(JsonNode node, int otherwise) {
        return node.isNumber() ? node.asInt() : otherwise;
    }

    /** Puts a count, or leaves it out when it is zero, as API types with omitempty do. */
    public static void count(ObjectNode status, String field, int count) {
        if (count == 0) {
            status.remove(field);
        } else {
            status.put(field, count);
        }
    }

    /** An absolute number or a percentage of {@code total}. */
    public static int scaled(JsonNode intOrPercent, int total, boolean roundUp, int otherwise) {
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

    /** Ends names of ReplicaSets and revisions: the same for the same content, whatever the order of fields. */
    public static String hash(JsonNode content) {
        StringBuilder hash = new StringBuilder();
        for (char digit :
                Integer.toUnsignedString(canonical(content).hashCode()).toCharArray()) {
            hash.append(LETTERS.charAt(digit % LETTERS.length()));
        }
        return hash.toString();
    }

    private static String canonical(JsonNode node) {
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
