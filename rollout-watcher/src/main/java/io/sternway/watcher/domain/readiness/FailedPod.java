package io.sternway.watcher.domain.readiness;

import org.jspecify.annotations.Nullable;

/**
 * A Pod that has failed, and as much as its status says of why (H15).
 *
 * @param name its name
 * @param reason CamelCase
 * @param container the container that it is about; absent where it is the Pod
 * @param exitCode with which the container ended last; absent where it never ran
 * @param restarts how often the container was started again
 * @param message the container's last words or those about it, shortened; absent where there are none
 */
public record FailedPod(
        String name,
        String reason,
        @Nullable String container,
        @Nullable Integer exitCode,
        int restarts,
        @Nullable String message) {}
