package io.sternway.watcher.domain.watch;

import org.jspecify.annotations.Nullable;

/**
 * Names an object within its kind.
 *
 * @param namespace its namespace; absent for cluster-scoped kinds
 * @param name its name
 */
public record ObjectKey(@Nullable String namespace, String name) {}
