package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.stream.Collectors;

/** One thing that is wrong with a value. */
public record Fault(String reason, String field, String message) {

    public static Fault required(String field) {
        return new Fault("FieldValueRequired", field, "Required value");
    }

    public static Fault invalid(String field, JsonNode value, String why) {
        return new Fault(
                "FieldValueInvalid", field, "Invalid value: " + (value.isMissingNode() ? "null" : value) + ": " + why);
    }

    public static Fault invalid(String field, String value, String why) {
        return new Fault("FieldValueInvalid", field, "Invalid value: \"" + value + "\": " + why);
    }

    public static Fault forbidden(String field, String why) {
        return new Fault("FieldValueForbidden", field, "Forbidden: " + why);
    }

    public static Fault duplicate(String field, JsonNode value) {
        return new Fault("FieldValueDuplicate", field, "Duplicate value: " + value);
    }

    public static Fault unsupported(String field, JsonNode value, Collection<String> allowed) {
        return new Fault(
                "FieldValueNotSupported",
                field,
                "Unsupported value: " + value + ": supported values: "
                        + allowed.stream().map(v -> "\"" + v + "\"").collect(Collectors.joining(", ")));
    }
}
