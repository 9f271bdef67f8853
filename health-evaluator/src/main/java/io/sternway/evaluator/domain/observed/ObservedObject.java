package io.sternway.evaluator.domain.observed;

import io.sternway.vocabulary.ObjectStatus;
import org.jspecify.annotations.Nullable;

/**
 * What the watcher saw of one object, without memory.
 *
 * @param name its name
 * @param observed whether its controller has seen what stands there now (H16); absent: it has
 * @param status what it looks like, by kstatus
 * @param reason CamelCase
 * @param message for people
 * @param workload numbers, for kinds that run Pods
 */
public record ObservedObject(
        ObjectName name,
        @Nullable Boolean observed,
        ObjectStatus status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable Workload workload) {

    /** Whether its controller has not yet seen what stands there now: then it says nothing about that. */
    public boolean unobserved() {
        return Boolean.FALSE.equals(observed);
    }

    /** A Deployment's Progressing condition, where there is one. */
    public @Nullable RolloutProgress progress() {
        return workload == null ? null : workload.progress();
    }
}
