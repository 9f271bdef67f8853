package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What differs between two values. */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

    static Comparison of(Type type, JsonNode before, JsonNode after) {
        Comparison out = empty();
        out.descend(type, before, after);
        return out;
    }

    private static Comparison empty() {
        return new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
    }

    Comparison without(FieldSet ignored) {
        return new Comparison(added.difference(ignored), modified.difference(ignored), removed.difference(ignored));
    }

    /** Compares what lies below; false when the two have to be compared as a whole. */
    private boolean descend(Type declared, @Nullable JsonNode before, @Nullable JsonNode after) {
        Type left = declared.of(before);
        Type right = declared.of(after);
        Type type = before == null ? right : left;
        if (before != null && after != null && left.form() != right.form()) {
            return false;
        }
        if (type.isScalar() || type.relation() == Relation.ATOMIC || (isEmpty(before) && isEmpty(after))) {
            return false;
        }
        if (type.form() == Type.Form.LIST) {
            compareItems(type, before, after);
        } else {
            compareFields(type, before, after);
        }
        return true;
    }

    private static boolean isEmpty(@Nullable JsonNode node) {
        return node == null || node.isNull() || node.isEmpty();
    }

    private void compareFields(Type type, @Nullable JsonNode before, @Nullable JsonNode after) {
        Set<String> names = new LinkedHashSet<>();
        if (before != null) {
            before.fieldNames().forEachRemaining(names::add);
        }
        if (after != null) {
            after.fieldNames().forEachRemaining(names::add);
        }
        for (String name : names) {
            Field field = type.field(name);
            JsonNode left = before == null ? null : before.get(name);
            JsonNode right = after == null ? null : after.get(name);
            left = left == null && before != null && field != null ? field.unset() : left;
            right = right == null && after != null && field != null ? field.unset() : right;
            compare(PathElement.field(name), type.typeOf(name), left, right);
        }
    }

    private void compareItems(Type type, @Nullable JsonNode before, @Nullable JsonNode after) {
        Map<String, JsonNode> left = index(type, before);
        Map<String, JsonNode> right = index(type, after);
        Type items = type.items();
        Set<String> steps = new LinkedHashSet<>(left.keySet());
        steps.addAll(right.keySet());
        for (String step : steps) {
            compare(step, items, left.get(step), right.get(step));
        }
    }

    private static Map<String, JsonNode> index(Type type, @Nullable JsonNode list) {
        Map<String, JsonNode> out = new LinkedHashMap<>();
        if (list != null) {
            for (JsonNode item : list) {
                String step = PathElement.item(type, item);
                if (step != null) {
                    out.putIfAbsent(step, item);
                }
            }
        }
        return out;
    }

    // Trees share what a write has not touched: the same node needs no look.
    @SuppressWarnings("ReferenceEquality")
    private void compare(String step, Type type, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == after) {
            return;
        }
        Comparison below = empty();
        boolean descended = below.descend(type, before, after);
        if (descended) {
            added.attach(step, below.added);
            modified.attach(step, below.modified);
            removed.attach(step, below.removed);
        } else if (before != null && after != null && !before.equals(after)) {
            modified.insert(step);
        }
        if (before == null) {
            added.insert(step);
        } else if (after == null) {
            removed.insert(step);
        }
    }
}
