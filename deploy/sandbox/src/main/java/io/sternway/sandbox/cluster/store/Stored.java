package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is stored of one object, and its JSON text, made once for all who read it.
 *
 * @param object begins with apiVersion and kind
 */
public record Stored(ObjectNode object, byte[] json, long resourceVersion) {

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

    /** Where the text goes on after apiVersion and kind: lists leave these out of their items, versions differ in it. */
    public static int afterKind(byte[] json) {
        int comma = indexOf(json, ",\"kind\":\"".getBytes(StandardCharsets.UTF_8), 0);
        return indexOf(json, ",".getBytes(StandardCharsets.UTF_8), comma + 1) + 1;
    }

    private static int indexOf(byte[] text, byte[] part, int from) {
        for (int i = from; i <= text.length - part.length; i++) {
            int k = 0;
            while (k < part.length && text[i + k] == part[k]) {
                k++;
            }
            if (k == part.length) {
                return i;
            }
        }
        throw new IllegalArgumentException("not the text of an object");
    }
}
