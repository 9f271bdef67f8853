package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What is stored of one object, and its JSON text, made once for all who read it.
 *
 * @param object begins with apiVersion and kind
 */
public record Stored(ObjectNode object, JsonText json, long resourceVersion) {

    /** The same fields, apiVersion, kind and metadata first. */
    static ObjectNode ordered(ObjectNode object) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        for (String first : List.of("apiVersion", "kind", "metadata")) {
            if (object.has(first)) {
                out.set(first, object.get(first));
            }
        }
        out.setAll(object);
        return out;
    }
}
