package io.sternway.watcher.domain.readiness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of an object that runs Pods, for who decides with memory.
 *
 * @param desired replicas wanted
 * @param available replicas available
 * @param minimumAvailable what may not be fallen below: desired minus maxUnavailable
 * @param rolling a newer generation or template is being rolled out now
 * @param availableCondition the Available condition is True
 * @param failedPods Pods of the current revision that have failed, {@code name: reason}, ordered
 * @param progressing a Deployment's Progressing condition, once its generation is observed
 */
public record Workload(
        int desired,
        int available,
        int minimumAvailable,
        boolean rolling,
        boolean availableCondition,
        List<String> failedPods,
        @Nullable Progressing progressing) {

    public Workload {
        failedPods = List.copyOf(failedPods);
    }

    /** Of a kind whose conditions say nothing about its Pods. */
    static Workload of(int desired, int available, int minimumAvailable, boolean rolling, List<String> failedPods) {
        return new Workload(desired, available, minimumAvailable, rolling, false, failedPods, null);
    }

    /**
     * A Deployment's Progressing condition.
     *
     * @param status True, False or Unknown
     * @param reason why
     * @param lastUpdateTime as the API server wrote it
     */
    public record Progressing(
            String status,
            @Nullable String reason,
            @Nullable String lastUpdateTime) {}
}
