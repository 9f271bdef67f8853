package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Limits;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Form;
import io.sternway.sandbox.cluster.store.Fault;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Validates custom resources by their schema. */
final class CustomRules {
    private final List<Fault> faults;

    private CustomRules(List<Fault> faults) {
        this.faults = faults;
    }

    static void check(Type type, JsonNode object, List<Fault> faults) {
        new CustomRules(faults).visit("", type, object);
    }

    private void visit(String path, Type declared, JsonNode value) {
        Type type = declared.of(value);
        Limits limits = declared.limits();
        if (value.isNull() && limits.nullable()) {
            return;
        }
        String expected = expected(type.form(), value);
        if (!expected.isEmpty()) {
            faults.add(new Fault(
                    "FieldValueTypeInvalid",
                    path,
                    "Invalid value: \"" + goType(value) + "\": " + path + " in body must be of type " + expected
                            + ": \"" + goType(value) + "\""));
            allowed(path, limits, value);
            return;
        }
        limits(path, limits, value);
        if (type.form() == Form.MAP) {
            for (String name : type.required()) {
                if (!value.has(name)) {
                    faults.add(Fault.required(join(path, name)));
                }
            }
            Set<String> names = new TreeSet<>();
            value.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                Field field = type.field(name);
                boolean ofServer = path.isEmpty() && name.equals("metadata");
                if (field != null && !ofServer) {
                    visit(join(path, name), field.type(), value.get(name));
                }
            }
        } else if (type.form() == Form.LIST) {
            Type items = type.element() == null ? Type.ANY : type.element().type();
            for (int i = 0; i < value.size(); i++) {
                visit(path + "[" + i + "]", items, value.get(i));
            }
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String expected(Form form, JsonNode value) {
        return switch (form) {
            case STRING, TIME -> value.isTextual() ? "" : "string";
            case INTEGER -> value.isIntegralNumber() ? "" : "integer";
            case NUMBER -> value.isNumber() ? "" : "number";
            case BOOLEAN -> value.isBoolean() ? "" : "boolean";
            case LIST -> value.isArray() ? "" : "array";
            case MAP -> value.isObject() ? "" : "object";
            case INT_OR_STRING, QUANTITY -> value.isTextual() || value.isNumber() ? "" : "integer,string";
            case ANY -> "";
        };
    }

    private static String goType(JsonNode value) {
        return value.isTextual()
                ? "string"
                : value.isBoolean()
                        ? "boolean"
                        : value.isIntegralNumber()
                                ? "integer"
                                : value.isNumber() ? "number" : value.isArray() ? "array" : "object";
    }

    private void allowed(String path, Limits limits, JsonNode value) {
        if (!limits.allowed().isEmpty() && !limits.allowed().contains(value)) {
            faults.add(Fault.unsupported(
                    path, value, limits.allowed().stream().map(JsonNode::asText).collect(Collectors.toList())));
        }
    }

    private void limits(String path, Limits limits, JsonNode value) {
        allowed(path, limits, value);
        if (value.isNumber()) {
            if (limits.minimum() != null && value.asDouble() < limits.minimum()) {
                faults.add(Fault.invalid(
                        path, value, path + " in body should be greater than or equal to " + plain(limits.minimum())));
            }
            if (limits.maximum() != null && value.asDouble() > limits.maximum()) {
                faults.add(Fault.invalid(
                        path, value, path + " in body should be less than or equal to " + plain(limits.maximum())));
            }
        }
        if (value.isTextual()) {
            text(path, limits, value.asText());
        }
        if (value.isArray() && limits.minItems() != null && value.size() < limits.minItems()) {
            faults.add(Fault.invalid(
                    path, value.size() + "", path + " in body should have at least " + limits.minItems() + " items"));
        }
        if (value.isArray() && limits.maxItems() != null && value.size() > limits.maxItems()) {
            faults.add(new Fault(
                    "FieldValueTooMany",
                    path,
                    "Too many: " + value.size() + ": must have at most " + limits.maxItems() + " items"));
        }
    }

    private void text(String path, Limits limits, String text) {
        if (limits.minLength() != null && text.length() < limits.minLength()) {
            faults.add(Fault.invalid(
                    path, text, path + " in body should be at least " + limits.minLength() + " chars long"));
        }
        if (limits.maxLength() != null && text.length() > limits.maxLength()) {
            faults.add(new Fault(
                    "FieldValueTooLong", path, "Too long: may not be more than " + limits.maxLength() + " bytes"));
        }
        if (limits.pattern() != null && !limits.pattern().matcher(text).find()) {
            faults.add(Fault.invalid(
                    path,
                    text,
                    path + " in body should match '" + limits.pattern().pattern() + "'"));
        }
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
