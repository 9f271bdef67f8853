package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.model.ResourceKind;
import org.jspecify.annotations.Nullable;

/**
 * A change as watches see it.
 *
 * @param before null for {@code ADDED}
 * @param json the object as it is stored now; for {@code DELETED} its last state
 */
public record Change(
        StoreEvent.Type type,
        ResourceKind kind,
        @Nullable Selectable before,
        Selectable after,
        JsonText json,
        long resourceVersion) {}
