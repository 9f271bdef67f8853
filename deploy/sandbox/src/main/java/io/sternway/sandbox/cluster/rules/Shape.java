package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Form;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings an object into the form in which it is stored: what is not declared, null or empty goes, embedded structs
 * are there, quantities are canonical, schema defaults of custom resources are filled in. The result shares nothing
 * with what came in.
 */
public final class Shape {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final boolean custom;

    private Shape(boolean custom) {
        this.custom = custom;
    }

    public static ObjectNode stored(Type type, ObjectNode object, boolean custom) {
        JsonNode out = new Shape(custom).value(type, object);
        return out instanceof ObjectNode node ? node : NODES.objectNode();
    }

    private @Nullable JsonNode value(Type declared, JsonNode value) {
        Type type = declared.of(value);
        if (value.isNull()) {
            return type.limits().nullable() ? value : null;
        }
        if (type.form() == Form.MAP && value.isObject()) {
            return declared.form() == Form.ANY ? value.deepCopy() : map(type, value);
        }
        if (type.form() == Form.LIST && value.isArray()) {
            return declared.form() == Form.ANY ? value.deepCopy() : list(type, value);
        }
        if (type.form() == Form.QUANTITY) {
            return TextNode.valueOf(Quantity.canonical(value.asText()));
        }
        return value.deepCopy();
    }

    private @Nullable JsonNode list(Type type, JsonNode list) {
        ArrayNode out = NODES.arrayNode(list.size());
        Field items = type.element();
        for (JsonNode item : list) {
            JsonNode kept = value(items == null ? Type.ANY : items.type(), item);
            if (kept != null) {
                out.add(kept);
            } else if (items != null && items.embedded()) {
                out.addObject();
            }
        }
        return out.isEmpty() && !custom ? null : out;
    }

    private @Nullable JsonNode map(Type type, JsonNode map) {
        ObjectNode out = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : map.properties()) {
            Field field = type.field(entry.getKey());
            if (field == null) {
                continue;
            }
            JsonNode kept = value(field.type(), entry.getValue());
            if (kept != null) {
                out.set(entry.getKey(), kept);
            }
        }
        for (Map.Entry<String, Field> declared : type.fields().entrySet()) {
            if (out.has(declared.getKey())) {
                continue;
            }
            Field field = declared.getValue();
            if (custom && field.defaultValue() != null) {
                JsonNode filled = value(field.type(), field.defaultValue());
                if (filled != null) {
                    out.set(declared.getKey(), filled);
                }
            } else if (!custom && field.embedded()) {
                JsonNode filled = map(field.type(), NODES.objectNode());
                out.set(declared.getKey(), filled == null ? NODES.objectNode() : filled);
            }
        }
        if (!custom) {
            for (String name : type.required()) {
                Field field = type.fields().get(name);
                if (field != null && field.type().form() == Form.INTEGER && !out.has(name)) {
                    out.put(name, 0);
                }
            }
        }
        boolean onlyEntries = type.fields().isEmpty();
        return out.isEmpty() && onlyEntries && !custom ? null : out;
    }
}
