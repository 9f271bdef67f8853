package io.sternway.evaluator.domain.observed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of something that runs Pods.
 *
 * @param available replicas available
 * @param minimumAvailable replicas wanted minus maxUnavailable
 * @param rolling whether a newer generation or template is being rolled out now
 * @param failedPods Pods of the current template that have failed, "name: reason"
 * @param progress the Progressing condition, for a Deployment
 */
public record Workload(
        int available,
        int minimumAvailable,
        boolean rolling,
        List<String> failedPods,
        @Nullable RolloutProgress progress) {

    public Workload {
        failedPods = List.copyOf(failedPods);
    }

    /** Whether fewer are available than a rollout may leave. */
    public boolean belowMinimum() {
        return available < minimumAvailable;
    }
}
