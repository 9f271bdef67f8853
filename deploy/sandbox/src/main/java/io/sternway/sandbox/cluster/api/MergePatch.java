package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** RFC 7396. */
final class MergePatch {
    private MergePatch() {}

    static ObjectNode apply(ObjectNode object, JsonNode patch) {
        return (ObjectNode) merge(object, patch);
    }

    private static JsonNode merge(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        if (target instanceof ObjectNode known) {
            out.setAll(known);
        }
        patch.properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                out.remove(entry.getKey());
            } else {
                out.set(entry.getKey(), merge(out.path(entry.getKey()), entry.getValue()));
            }
        });
        return out;
    }
}
