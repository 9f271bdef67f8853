package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** What selectors look at: small enough to be kept for every change in the watch history. */
public record Selectable(String namespace, String name, Map<String, String> labels, Map<String, String> fields) {

    public static Selectable of(ResourceKind kind, JsonNode object) {
        String namespace = Meta.namespace(object);
        String name = Meta.name(object);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("metadata.name", name);
        if (kind.namespaced()) {
            fields.put("metadata.namespace", namespace);
        }
        switch (kind.qualifiedPlural()) {
            case "pods" -> {
                fields.put("spec.nodeName", object.path("spec").path("nodeName").asText(""));
                fields.put(
                        "spec.restartPolicy",
                        object.path("spec").path("restartPolicy").asText(""));
                fields.put("status.phase", object.path("status").path("phase").asText(""));
            }
            case "namespaces" ->
                fields.put("status.phase", object.path("status").path("phase").asText(""));
            default -> {}
        }
        return new Selectable(namespace, name, Meta.labels(object), fields);
    }
}
