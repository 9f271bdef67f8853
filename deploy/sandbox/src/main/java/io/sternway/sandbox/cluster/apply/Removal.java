package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import org.jspecify.annotations.Nullable;

/** A value without some of its fields and items. */
final class Removal {
    private Removal() {}

    static ObjectNode from(Type type, JsonNode object, FieldSet gone) {
        JsonNode left = without(type, object, gone);
        return left instanceof ObjectNode node ? node : JsonNodeFactory.instance.objectNode();
    }

    /** Null when nothing is left of a list or map that had something. */
    private static @Nullable JsonNode without(Type declared, JsonNode value, FieldSet gone) {
        Type type = declared.of(value);
        if (type.isScalar() || value.isNull() || value.isEmpty()) {
            return value;
        }
        if (type.relation() == Relation.ATOMIC) {
            return null;
        }
        return type.form() == Type.Form.LIST ? items(type, value, gone) : fields(type, value, gone);
    }

    private static @Nullable JsonNode items(Type type, JsonNode list, FieldSet gone) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        Type items = type.items();
        for (JsonNode item : list) {
            String step = PathElement.item(type, item);
            if (step != null && gone.has(step)) {
                continue;
            }
            FieldSet below = step == null ? new FieldSet() : gone.below(step);
            JsonNode left = below.isEmpty() ? item : without(items, item, below);
            if (left != null) {
                out.add(left);
            }
        }
        return out.isEmpty() ? null : out;
    }

    private static @Nullable JsonNode fields(Type type, JsonNode map, FieldSet gone) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        map.properties().forEach(entry -> {
            String step = PathElement.field(entry.getKey());
            if (gone.has(step)) {
                return;
            }
            FieldSet below = gone.below(step);
            JsonNode left =
                    below.isEmpty() ? entry.getValue() : without(type.typeOf(entry.getKey()), entry.getValue(), below);
            if (left != null) {
                out.set(entry.getKey(), left);
            }
        });
        return out.isEmpty() ? null : out;
    }
}
