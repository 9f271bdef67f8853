package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Field.Zero;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Form;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings an object into the form in which it is stored: what is not declared, null or empty goes, embedded structs
 * are there, schema defaults of custom resources are filled in. The result shares nothing
 * with what came in.
 */
public final class StoredForm {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final boolean custom;

    private StoredForm(boolean custom) {
        this.custom = custom;
    }

    public static ObjectNode stored(Type type, ObjectNode object, boolean custom) {
        JsonNode out = new StoredForm(custom).value(type, object);
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
        return value.deepCopy();
    }

    private @Nullable JsonNode list(Type type, JsonNode list) {
        ArrayNode out = NODES.arrayNode(list.size());
        Field items = type.element();
        for (JsonNode item : list) {
            JsonNode kept = value(type.items(), item);
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
            if (kept != null && !(field.zero() == Zero.LEFT_OUT && isZero(kept))) {
                out.set(entry.getKey(), kept);
            }
        }
        type.fields().forEach((name, field) -> {
            if (!out.has(name)) {
                JsonNode unset = unset(field);
                if (unset != null) {
                    out.set(name, unset);
                }
            }
        });
        boolean onlyEntries = type.fields().isEmpty();
        return out.isEmpty() && onlyEntries && !custom ? null : out;
    }

    private @Nullable JsonNode unset(Field field) {
        if (custom) {
            return field.defaultValue() == null ? null : value(field.type(), field.defaultValue());
        }
        JsonNode filled = field.embedded() ? map(field.type(), NODES.objectNode()) : field.unset();
        return filled == null ? field.unset() : filled;
    }

    private static boolean isZero(JsonNode scalar) {
        return scalar.isNumber()
                ? scalar.asDouble() == 0
                : scalar.isTextual() ? scalar.asText().isEmpty() : scalar.isBoolean() && !scalar.asBoolean();
    }
}
