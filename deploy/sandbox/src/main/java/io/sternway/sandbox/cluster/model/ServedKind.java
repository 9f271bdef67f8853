package io.sternway.sandbox.cluster.model;

import io.sternway.sandbox.cluster.schema.Type;

/**
 * A kind that is served now, and the structure of its objects.
 *
 * @param custom of a CustomResourceDefinition
 */
public record ServedKind(ResourceKind kind, Type type, boolean custom) {}
