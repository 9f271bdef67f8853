package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.JsonText;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** How objects are shown: whole, as metadata only, as scale. */
final class Views {
    private Views() {}

    static boolean metadataOnly(ApiRequest call) {
        return call.accept().contains("as=PartialObjectMetadata");
    }

    static ObjectNode metadata(ObjectNode object) {
        ObjectNode out = JsonNodeFactory.instance
                .objectNode()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", "meta.k8s.io/v1");
        out.set("metadata", object.get("metadata"));
        return out;
    }

    /** The stored text, with the apiVersion that was asked for. */
    static Buffer text(ResourceKind kind, JsonText json) {
        byte[] text = json.utf8();
        int rest = json.afterKind();
        return Buffer.buffer(text.length + 16)
                .appendBytes(("{\"apiVersion\":\"" + kind.apiVersion() + "\",\"kind\":\"" + kind.kind() + "\",")
                        .getBytes(StandardCharsets.UTF_8))
                .appendBytes(text, rest, text.length - rest);
    }

    /** The stored text without apiVersion and kind, as in lists of built-in kinds. */
    static void appendItem(Buffer out, JsonText json) {
        byte[] text = json.utf8();
        int rest = json.afterKind();
        out.appendByte((byte) '{').appendBytes(text, rest, text.length - rest);
    }

    static ObjectNode scale(ObjectNode object) {
        ObjectNode out =
                JsonNodeFactory.instance.objectNode().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = out.putObject("metadata");
        for (String field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            if (object.path("metadata").has(field)) {
                metadata.set(field, object.path("metadata").get(field));
            }
        }
        out.putObject("spec").put("replicas", object.at("/spec/replicas").asInt());
        ObjectNode status = out.putObject("status");
        status.put("replicas", object.at("/status/replicas").asInt());
        String selector = Meta.texts(object.at("/spec/selector/matchLabels")).entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .collect(Collectors.joining(","));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return out;
    }
}
