package io.sternway.evaluator.domain.observed;

import io.sternway.vocabulary.ObjectStatus;
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
public record ObservedObject(
        ObjectName name,
        ObjectStatus status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable Workload workload) {

    /** A Deployment's Progressing condition, where there is one. */
    public @Nullable RolloutProgress progress() {
        return workload == null ? null : workload.progress();
    }
}
