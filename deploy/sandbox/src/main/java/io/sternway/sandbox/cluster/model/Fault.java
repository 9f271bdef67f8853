package io.sternway.sandbox.cluster.model;

import com.fasterxml.jackson.databind.JsonNode;

/** One thing that is wrong with a value. Reasons and fields are those of a real API server, sentences not always. */
public record Fault(String reason, String field, String message) {
    public static Fault required(String field) {
        return new Fault("FieldValueRequired", field, "Required value");
    }

    public static Fault invalid(String field, JsonNode value, String why) {
        return new Fault("FieldValueInvalid", field, "Invalid value: " + value + ": " + why);
    }

    public static Fault forbidden(String field, String why) {
        return new Fault("FieldValueForbidden", field, "Forbidden: " + why);
    }

    public static Fault unsupported(String field, JsonNode value) {
        return new Fault("FieldValueNotSupported", field, "Unsupported value: " + value);
    }
}
