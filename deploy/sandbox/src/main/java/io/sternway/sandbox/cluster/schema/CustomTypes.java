package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.schema.Type.Form;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types of custom resources, from the structural schema of their CustomResourceDefinition. */
public final class CustomTypes {
    private CustomTypes() {}

    /**
     * The structure of a kind.
     *
     * @param schema {@code openAPIV3Schema}; missing: everything is allowed
     */
    public static Type of(@Nullable JsonNode schema) {
        Type declared = schema == null || schema.isMissingNode() ? anything() : type(schema);
        Type root = Type.struct(Relation.GRANULAR, declared.required());
        root.fields().putAll(declared.fields());
        root.fields().put("apiVersion", new Field(Type.scalar(Form.STRING)));
        root.fields().put("kind", new Field(Type.scalar(Form.STRING)));
        root.fields()
                .put("metadata", new Field(BuiltInTypes.all().objectMeta(), true, null, null, false, Field.Zero.KEPT));
        return declared.element() == null ? root : root.withElement(declared.element());
    }

    private static Type anything() {
        return Type.map(new Field(Type.ANY), Relation.GRANULAR);
    }

    private static Type type(JsonNode schema) {
        boolean unknownKept =
                schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return Type.scalar(Form.INT_OR_STRING).with(limits(schema));
        }
        return switch (schema.path("type").asText("")) {
            case "string" -> Type.scalar(Form.STRING).with(limits(schema));
            case "integer" -> Type.scalar(Form.INTEGER).with(limits(schema));
            case "number" -> Type.scalar(Form.NUMBER).with(limits(schema));
            case "boolean" -> Type.scalar(Form.BOOLEAN).with(limits(schema));
            case "array" -> list(schema).with(limits(schema));
            case "object" -> object(schema, unknownKept).with(limits(schema));
            default -> Type.ANY;
        };
    }

    private static Type list(JsonNode schema) {
        Relation relation = switch (schema.path("x-kubernetes-list-type").asText("")) {
            case "map" -> Relation.KEYED;
            case "set" -> Relation.SET;
            default -> Relation.ATOMIC;
        };
        List<String> keys = new ArrayList<>();
        schema.path("x-kubernetes-list-map-keys").forEach(key -> keys.add(key.asText()));
        return Type.list(field(schema.path("items")), relation, keys);
    }

    private static Type object(JsonNode schema, boolean unknownKept) {
        Relation relation =
                schema.path("x-kubernetes-map-type").asText("").equals("atomic") ? Relation.ATOMIC : Relation.GRANULAR;
        JsonNode values = schema.path("additionalProperties");
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        Type struct = Type.struct(relation, required);
        if (schema.path("x-kubernetes-embedded-resource").asBoolean()) {
            struct.fields().put("apiVersion", new Field(Type.scalar(Form.STRING)));
            struct.fields().put("kind", new Field(Type.scalar(Form.STRING)));
            struct.fields().put("metadata", new Field(Type.ANY));
        }
        schema.path("properties").properties().forEach(p -> struct.fields().put(p.getKey(), field(p.getValue())));
        if (values.isObject()) {
            return struct.withElement(field(values));
        }
        return unknownKept || values.asBoolean() ? struct.withElement(new Field(Type.ANY)) : struct;
    }

    private static Field field(JsonNode schema) {
        return new Field(type(schema), false, schema.get("default"), null, false, Field.Zero.KEPT);
    }

    private static Limits limits(JsonNode schema) {
        List<JsonNode> allowed = new ArrayList<>();
        schema.path("enum").forEach(allowed::add);
        return new Limits(
                number(schema.get("minimum")),
                number(schema.get("maximum")),
                allowed,
                schema.path("nullable").asBoolean());
    }

    private static @Nullable Double number(@Nullable JsonNode node) {
        return node == null ? null : node.asDouble();
    }
}
