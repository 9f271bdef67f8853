package io.sternway.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of a payload record: types and requiredness from the record, descriptions from its Javadoc. Further
 * properties are allowed, since a reader ignores what it does not know.
 */
final class PayloadSchema {

    private static final long LARGEST_EXACT_INTEGER = (1L << 53) - 1;

    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    private PayloadSchema() {}

    static ObjectNode of(Class<?> payload, String id) {
        PayloadSchema schema = new PayloadSchema();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", id);
        root.put("title", payload.getSimpleName());
        root.setAll(schema.object(payload));
        if (!schema.definitions.isEmpty()) {
            root.putObject("$defs").setAll(schema.definitions);
        }
        return root;
    }

    private ObjectNode object(Class<?> type) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("description", SourceDocs.summary(type));
        object.put("type", "object");
        ObjectNode properties = object.putObject("properties");
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        for (RecordComponent component : type.getRecordComponents()) {
            ObjectNode property = properties.putObject(component.getName());
            property.put("description", SourceDocs.component(type, component.getName()));
            property.setAll(type(component.getGenericType(), component.getName()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(component.getName());
            }
        }
        object.set("required", required);
        object.put("additionalProperties", true);
        return object;
    }

    private ObjectNode type(Type type, String name) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                schema.put("type", "array").set("items", type(arguments[0], name));
            } else if (generic.getRawType() == Map.class) {
                schema.put("type", "object")
                        .set(
                                "additionalProperties",
                                arguments[1] == Object.class
                                        ? JsonNodeFactory.instance.booleanNode(true)
                                        : type(arguments[1], name));
            } else {
                throw new IllegalArgumentException("no schema for " + type);
            }
            return schema;
        }
        return simple((Class<?>) type, name);
    }

    private ObjectNode simple(Class<?> type, String name) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (type == String.class) {
            schema.put("type", "string");
        } else if (type == int.class || type == Integer.class) {
            schema.put("type", "integer").put("minimum", 0).put("maximum", Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            schema.put("type", "integer").put("minimum", 0).put("maximum", LARGEST_EXACT_INTEGER);
        } else if (type == boolean.class || type == Boolean.class) {
            schema.put("type", "boolean");
        } else if (type == Duration.class) {
            schema.put("type", "string").put("format", "duration").put("pattern", "^-?P");
        } else if (type == Instant.class) {
            schema.put("type", "string").put("format", "date-time").put("pattern", "Z$");
        } else if (type == JsonNode.class) {
            schema.put("type", "object");
        } else if (type.isEnum() || type.isRecord()) {
            if (!definitions.containsKey(type.getSimpleName())) {
                definitions.put(type.getSimpleName(), JsonNodeFactory.instance.objectNode());
                definitions.put(type.getSimpleName(), type.isEnum() ? enumeration(type) : object(type));
            }
            schema.put("$ref", "#/$defs/" + type.getSimpleName());
        } else {
            throw new IllegalArgumentException("no schema for " + type + " of " + name);
        }
        return schema;
    }

    private static ObjectNode enumeration(Class<?> type) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        StringBuilder description = new StringBuilder(SourceDocs.summary(type));
        List<String> constants =
                Arrays.stream(type.getEnumConstants()).map(Object::toString).toList();
        for (String constant : constants) {
            String meaning = SourceDocs.constant(type, constant);
            if (!meaning.isEmpty()) {
                description.append(' ').append(constant).append(": ").append(meaning);
            }
        }
        schema.put("description", description.toString());
        schema.put("type", "string");
        constants.forEach(schema.putArray("enum")::add);
        return schema;
    }
}
