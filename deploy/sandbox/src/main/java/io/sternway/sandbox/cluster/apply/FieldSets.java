package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.HashMap;
import java.util.Map;

/** Which fields a value has: what an applier owns who applies it. */
final class FieldSets {
    private FieldSets() {}

    static FieldSet of(Type type, JsonNode object) {
        FieldSet out = new FieldSet();
        fill(type, object, out);
        return out;
    }

    /** Fills in what lies below; true when the value itself is what is owned. */
    private static boolean fill(Type declared, JsonNode value, FieldSet out) {
        Type type = declared.of(value);
        if (type.isScalar() || value.isNull() || type.relation() == Relation.ATOMIC) {
            return true;
        }
        if (type.form() == Type.Form.LIST) {
            fillList(type, value, out);
            return false;
        }
        value.properties().forEach(entry -> {
            String step = PathElement.field(entry.getKey());
            JsonNode child = entry.getValue();
            FieldSet below = new FieldSet();
            boolean leaf = fill(type.typeOf(entry.getKey()), child, below);
            if (leaf || (child.isObject() && child.isEmpty()) || !type.declares(entry.getKey())) {
                out.insert(step);
            }
            out.attach(step, below);
        });
        return false;
    }

    private static void fillList(Type type, JsonNode list, FieldSet out) {
        Map<String, Integer> seen = new HashMap<>();
        for (JsonNode item : list) {
            String step = PathElement.item(type, item);
            if (step != null) {
                seen.merge(step, 1, Integer::sum);
            }
        }
        Type items = type.items();
        for (JsonNode item : list) {
            String step = PathElement.item(type, item);
            if (step == null) {
                continue;
            }
            out.insert(step);
            if (seen.getOrDefault(step, 0) == 1) {
                FieldSet below = new FieldSet();
                fill(items, item, below);
                out.attach(step, below);
            }
        }
    }
}
