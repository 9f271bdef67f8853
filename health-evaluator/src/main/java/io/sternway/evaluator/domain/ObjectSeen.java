package io.sternway.evaluator.domain;

import org.jspecify.annotations.Nullable;

/**
 * What the watcher saw of one object, without memory.
 *
 * @param name its name
 * @param status what it looks like, by kstatus
 * @param reason CamelCase
 * @param message for people
 * @param workload numbers, for kinds that run Pods
 */
public record ObjectSeen(
        ObjectName name,
        Status status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable Workload workload) {

    /** What an object looks like. */
    public enum Status {
        Current,
        InProgress,
        Failed,
        Terminating,
        NotFound,
        Unknown
    }
}
