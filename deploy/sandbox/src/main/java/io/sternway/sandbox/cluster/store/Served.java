package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.apply.FieldManager;
import io.sternway.sandbox.cluster.schema.Type;

/**
 * A kind that is served now, with what is needed to serve it.
 *
 * @param custom of a CustomResourceDefinition
 */
public record Served(ResourceKind kind, Type type, FieldManager fields, boolean custom) {

    public static Served of(ResourceKind kind, Type type, boolean custom) {
        return new Served(kind, type, new FieldManager(type, kind.apiVersion()), custom);
    }
}
