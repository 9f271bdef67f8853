package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Limits;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Form;
import java.util.List;

/** Validates custom resources by their schema: required fields, bounds of numbers, allowed values. */
final class CustomRules {
    private CustomRules() {}

    static void check(String path, Type declared, JsonNode value, List<Fault> faults) {
        Type type = declared.of(value);
        if (value.isNull() && declared.limits().nullable()) {
            return;
        }
        limits(path, declared.limits(), value, faults);
        if (type.form() == Form.MAP) {
            String prefix = path.isEmpty() ? "" : path + ".";
            for (String name : type.required()) {
                if (!value.has(name)) {
                    faults.add(Fault.required(prefix + name));
                }
            }
            value.properties().forEach(entry -> {
                Field field = type.field(entry.getKey());
                boolean ofServer = path.isEmpty() && entry.getKey().equals("metadata");
                if (field != null && !ofServer) {
                    check(prefix + entry.getKey(), field.type(), entry.getValue(), faults);
                }
            });
        } else if (type.form() == Form.LIST) {
            for (int i = 0; i < value.size(); i++) {
                check(path + "[" + i + "]", type.items(), value.get(i), faults);
            }
        }
    }

    private static void limits(String path, Limits limits, JsonNode value, List<Fault> faults) {
        if (!limits.allowed().isEmpty() && !limits.allowed().contains(value)) {
            faults.add(Fault.unsupported(path, value));
        }
        if (limits.minimum() != null && value.isNumber() && value.asDouble() < limits.minimum()) {
            faults.add(Fault.invalid(path, value, "should be greater than or equal to " + limits.minimum()));
        }
        if (limits.maximum() != null && value.isNumber() && value.asDouble() > limits.maximum()) {
            faults.add(Fault.invalid(path, value, "should be less than or equal to " + limits.maximum()));
        }
    }
}
