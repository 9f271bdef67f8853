package io.sternway.systemtests.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.snapshot.ObjectIdentity;

/**
 * An object as a cluster's API serves it.
 *
 * @param cluster the cluster
 * @param identity what it is
 * @param object the whole of it
 */
public record ServedObject(String cluster, ObjectIdentity identity, JsonNode object) {

    /** A label of the object; empty if it has none of that name. */
    public String label(String name) {
        return object.path("metadata").path("labels").path(name).asText();
    }

    /** An annotation of the object; empty if it has none of that name. */
    public String annotation(String name) {
        return object.path("metadata").path("annotations").path(name).asText();
    }
}
