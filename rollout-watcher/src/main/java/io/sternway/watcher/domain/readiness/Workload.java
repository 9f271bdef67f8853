package io.sternway.watcher.domain.readiness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of an object that runs Pods, for who decides with memory.
 *
 * @param desired replicas wanted
 * @param available replicas available
 * @param minimumAvailable what may not be fallen below: desired minus maxUnavailable
 * @param rolling Pods of an older template are left, and are being replaced
 * @param template names the Pod template that its controller knows; absent for kinds that never change it, or not known yet
 * @param availableCondition the Available condition is True
 * @param failedPods Pods of the current revision that have failed, by name
 * @param progressing a Deployment's Progressing condition, once its generation is observed
 */
public record Workload(
        int desired,
        int available,
        int minimumAvailable,
        boolean rolling,
        @Nullable String template,
        boolean availableCondition,
        List<FailedPod> failedPods,
        @Nullable Progressing progressing) {

    public Workload {
        failedPods = List.copyOf(failedPods);
    }

    /** Of a kind whose conditions say nothing about its Pods. */
    static Workload of(
            int desired,
            int available,
            int minimumAvailable,
            boolean rolling,
            @Nullable String template,
            List<FailedPod> failedPods) {
        return new Workload(desired, available, minimumAvailable, rolling, template, false, failedPods, null);
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
