package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ResourceKind;
import org.jspecify.annotations.Nullable;

/**
 * One committed change, in the order of resource versions. The nodes are the stored ones: read, never change them.
 *
 * @param before null for {@code ADDED}
 * @param object what is stored now; for {@code DELETED} the last state, with the deletion's resource version
 */
public record StoreEvent(
        Type type, ResourceKind kind, @Nullable ObjectNode before, ObjectNode object, long resourceVersion) {

    /** As on the wire of a watch. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }
}
