package io.sternway.sandbox.cluster.controllers.work;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.model.Meta;

/** An object of a kind that the context tells; {@code namespace} is empty for cluster-scoped ones. */
public record ObjectKey(String namespace, String name) {
    public static ObjectKey of(JsonNode object) {
        return new ObjectKey(Meta.namespace(object), Meta.name(object));
    }
}
