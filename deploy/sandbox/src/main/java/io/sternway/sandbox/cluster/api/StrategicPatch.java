package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Field;
import io.sternway.sandbox.cluster.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: as a merge patch, but lists are merged by the keys that their kind declares. Of the directives
 * it knows what kubectl writes for a release: {@code $patch: delete} and {@code $retainKeys}.
 */
final class StrategicPatch {
    private static final String DIRECTIVE = "$patch";
    private static final String RETAIN = "$retainKeys";

    private StrategicPatch() {}

    static ObjectNode apply(Type type, ObjectNode object, JsonNode patch) {
        return (ObjectNode) map(type, object, patch);
    }

    private static JsonNode map(Type declared, JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        Type type = declared.of(patch);
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        if (target instanceof ObjectNode known) {
            out.setAll(known);
        }
        if (patch.has(RETAIN)) {
            List<String> kept = new ArrayList<>();
            patch.get(RETAIN).forEach(name -> kept.add(name.asText()));
            out.retain(kept);
        }
        patch.properties().forEach(entry -> {
            String name = entry.getKey();
            JsonNode value = entry.getValue();
            if (name.startsWith("$")) {
                return;
            } else if (value.isNull() || value.path(DIRECTIVE).asText().equals("delete")) {
                out.remove(name);
            } else {
                Field field = type.field(name);
                Field known = field == null ? new Field(Type.ANY) : field;
                out.set(name, value(known, out.path(name), value));
            }
        });
        return out;
    }

    private static JsonNode value(Field field, JsonNode target, JsonNode patch) {
        if (patch.isObject()) {
            return map(field.type(), target, patch);
        }
        if (patch.isArray() && field.merges() && target.isArray()) {
            return list(field, target, patch);
        }
        return patch.isArray() ? withoutDirectives(patch) : patch;
    }

    private static JsonNode list(Field field, JsonNode target, JsonNode patch) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        target.forEach(out::add);
        String key = field.mergeKey();
        Type items = field.type().element() == null
                ? Type.ANY
                : field.type().element().type();
        for (JsonNode item : patch) {
            int at = indexOf(out, item, key);
            if (item.path(DIRECTIVE).asText().equals("delete")) {
                if (at >= 0) {
                    out.remove(at);
                }
            } else if (at < 0) {
                out.add(item);
            } else if (key != null) {
                out.set(at, map(items, out.get(at), item));
            }
        }
        return out;
    }

    private static int indexOf(ArrayNode list, JsonNode item, @Nullable String key) {
        for (int i = 0; i < list.size(); i++) {
            boolean same = key == null
                    ? list.get(i).equals(item)
                    : list.get(i).path(key).equals(item.path(key));
            if (same) {
                return i;
            }
        }
        return -1;
    }

    private static JsonNode withoutDirectives(JsonNode list) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (JsonNode item : list) {
            String directive = item.path(DIRECTIVE).asText("");
            if (directive.isEmpty()) {
                out.add(item);
            }
        }
        return out;
    }
}
