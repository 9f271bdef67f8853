package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Whether a value has the declared structure. */
public final class TypeCheck {
    private final List<String> faults = new ArrayList<>();

    private TypeCheck() {}

    /** Empty when it fits. */
    public static List<String> faults(Type type, JsonNode object) {
        TypeCheck check = new TypeCheck();
        check.visit("", type, object);
        return check.faults;
    }

    private void visit(String path, Type declared, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        Type type = declared.of(value);
        switch (type.form()) {
            case LIST -> list(path, type, value);
            case MAP -> map(path, type, value);
            case STRING, TIME -> expect(path, value.isTextual(), "string", value);
            case BOOLEAN -> expect(path, value.isBoolean(), "boolean", value);
            case INTEGER, NUMBER -> expect(path, value.isNumber(), "numeric (int or float)", value);
            case INT_OR_STRING, QUANTITY -> expect(path, value.isValueNode(), "untyped", value);
            case ANY -> {}
        }
    }

    private boolean expect(String path, boolean fits, String what, JsonNode value) {
        if (!fits) {
            faults.add(path + ": expected " + what + ", got "
                    + value.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        return fits;
    }

    private void list(String path, Type type, JsonNode value) {
        if (!expect(path, value.isArray(), "list", value)) {
            return;
        }
        Type items = type.items();
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
        if (!expect(path, value.isObject(), "map", value)) {
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
}
