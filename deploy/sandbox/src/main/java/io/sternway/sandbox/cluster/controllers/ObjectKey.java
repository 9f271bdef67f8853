package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.store.Meta;

/** An object of a kind that the context tells; {@code namespace} is empty for cluster-scoped ones. */
record ObjectKey(String namespace, String name) {
    static ObjectKey of(JsonNode object) {
        return new ObjectKey(Meta.namespace(object), Meta.name(object));
    }
}
