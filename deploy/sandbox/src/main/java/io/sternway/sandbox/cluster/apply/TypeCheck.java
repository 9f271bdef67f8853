package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.rules.Quantity;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether a value has the declared structure; in the words of the real API server. */
public final class TypeCheck {
    public static final String INVALID_QUANTITY =
            "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    private final List<String> faults = new ArrayList<>();

    private TypeCheck() {}

    /** Empty when it fits. */
    public static List<String> faults(Type type, JsonNode object) {
        TypeCheck check = new TypeCheck();
        check.visit("", type, object);
        return check.faults;
    }

    /** The structure cannot tell: a quantity is a string to it. */
    public static boolean hasInvalidQuantity(Type declared, JsonNode value) {
        Type type = declared.of(value);
        return switch (type.form()) {
            case QUANTITY -> value.isValueNode() && !value.isNull() && Quantity.value(value.asText()) == null;
            case LIST -> hasInvalidItem(type, value);
            case MAP -> hasInvalidField(type, value);
            default -> false;
        };
    }

    private static boolean hasInvalidItem(Type list, JsonNode value) {
        for (JsonNode item : value) {
            if (list.element() != null && hasInvalidQuantity(list.element().type(), item)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasInvalidField(Type map, JsonNode value) {
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            Field field = map.field(entry.getKey());
            if (field != null && hasInvalidQuantity(field.type(), entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private void visit(String path, Type declared, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        Type type = declared.of(value);
        switch (type.form()) {
            case LIST -> list(path, type, value);
            case MAP -> map(path, type, value);
            case STRING, TIME ->
                expect(path, value.isTextual(), "string", "&value.valueUnstructured{Value:", "}", value);
            case BOOLEAN -> expect(path, value.isBoolean(), "boolean", "&{", "}", value);
            case INTEGER, NUMBER -> {
                if (!value.isNumber()) {
                    faults.add(path + ": expected numeric (int or float), got " + goType(value));
                }
            }
            case INT_OR_STRING, QUANTITY -> {
                if (value.isContainerNode()) {
                    faults.add(path + ": expected untyped, but got &{" + go(value) + "}");
                }
            }
            case ANY -> {}
        }
    }

    private void expect(String path, boolean fits, String what, String before, String after, JsonNode value) {
        if (!fits) {
            faults.add(path + ": expected " + what + ", got " + before + go(value) + after);
        }
    }

    private void list(String path, Type type, JsonNode value) {
        if (!value.isArray()) {
            faults.add(path + ": expected list, got &{" + go(value) + "}");
            return;
        }
        Type items = type.element() == null ? Type.ANY : type.element().type();
        boolean byItem = type.relation() == Relation.KEYED || type.relation() == Relation.SET;
        Set<String> seen = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (int i = 0; i < value.size(); i++) {
            JsonNode item = value.get(i);
            String step = byItem ? PathElement.item(type, item) : "i:" + i;
            if (step == null) {
                faults.add(path + ": element " + i + ": associative list with keys has an element that's not a map");
                continue;
            }
            visit(path + PathElement.display(step), items, item);
            if (!seen.add(step) && twice.add(step)) {
                faults.add(path + ": duplicate entries for key " + PathElement.display(step));
            }
        }
    }

    private void map(String path, Type type, JsonNode value) {
        if (!value.isObject()) {
            faults.add(path + ": expected map, got &{" + go(value) + "}");
            return;
        }
        Set<String> names = new TreeSet<>();
        value.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Field field = type.field(name);
            if (field == null) {
                faults.add(path + "." + name + ": field not declared in schema");
            } else {
                visit(path + "." + name, field.type(), value.get(name));
            }
        }
    }

    private static String goType(JsonNode value) {
        return value.isTextual()
                ? "string"
                : value.isBoolean() ? "bool" : value.isArray() ? "[]interface {}" : "map[string]interface {}";
    }

    /** As Go prints a value. */
    private static String go(JsonNode value) {
        if (value.isObject()) {
            StringBuilder out = new StringBuilder("map[");
            Set<String> names = new TreeSet<>();
            value.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> out.append(out.length() == 4 ? "" : " ")
                    .append(name)
                    .append(':')
                    .append(go(value.get(name))));
            return out.append(']').toString();
        }
        if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(go(item)));
            return "[" + String.join(" ", items) + "]";
        }
        return value.asText();
    }
}
