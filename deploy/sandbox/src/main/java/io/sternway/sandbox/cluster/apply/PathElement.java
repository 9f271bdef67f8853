package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step into a value, written as in FieldsV1: {@code f:name}, {@code k:{"name":"c"}}, {@code v:"x"}. Held as that
 * text, which is canonical (keys sorted, no spaces), so that equal steps have equal texts.
 */
final class PathElement {
    private static final ObjectMapper JSON = new ObjectMapper();

    private PathElement() {}

    static String field(String name) {
        return "f:" + name;
    }

    /** The step to an item of a list that is merged by item; null when the item lacks what would tell it apart. */
    static @Nullable String item(Type list, JsonNode item) {
        if (list.relation() == Relation.SET) {
            return item.isContainerNode() || item.isNull() ? null : "v:" + item;
        }
        if (!item.isObject()) {
            return null;
        }
        List<String> keys = new ArrayList<>(list.keys());
        keys.sort(null);
        ObjectNode key = JSON.createObjectNode();
        Type type = list.items();
        for (String name : keys) {
            JsonNode value = item.get(name);
            if (value == null) {
                Field declared = type.fields().get(name);
                value = declared == null || declared.defaultValue() == null
                        ? NullNode.getInstance()
                        : declared.defaultValue();
            }
            key.set(name, value);
        }
        return "k:" + key;
    }

    /** As in messages: {@code .name}, {@code [name="c"]}, {@code [="x"]}, {@code [0]}. */
    static String display(String element) {
        String rest = element.substring(2);
        return switch (element.charAt(0)) {
            case 'f' -> "." + rest;
            case 'k' -> displayKey(rest);
            case 'v' -> "[=" + rest + "]";
            default -> "[" + rest + "]";
        };
    }

    private static String displayKey(String json) {
        try {
            StringBuilder out = new StringBuilder("[");
            JSON.readTree(json)
                    .properties()
                    .forEach(entry -> out.append(out.length() == 1 ? "" : ",")
                            .append(entry.getKey())
                            .append('=')
                            .append(entry.getValue()));
            return out.append(']').toString();
        } catch (JsonProcessingException e) {
            return "[" + json + "]";
        }
    }
}
