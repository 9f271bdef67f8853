package io.sternway.evaluator.domain.observed;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of something that runs Pods.
 *
 * @param desired replicas wanted; absent in what was stored before that was kept
 * @param available replicas available
 * @param minimumAvailable replicas wanted minus maxUnavailable
 * @param rolling whether Pods of an older template are left, and are being replaced
 * @param template names the Pod template that its controller knows; absent: not known
 * @param failedPods Pods of the current template that have failed
 * @param progress the Progressing condition, for a Deployment
 */
public record Workload(
        @Nullable Integer desired,
        int available,
        int minimumAvailable,
        boolean rolling,
        @Nullable String template,
        List<FailedPod> failedPods,
        @Nullable RolloutProgress progress) {

    public Workload {
        failedPods = List.copyOf(failedPods);
    }

    /**
     * How many must stay available (H14): of what was wanted before, or of what is wanted now if that is less, as many as a
     * rollout leaves.
     *
     * @param wantedBefore how many were wanted when it was last as it should be; absent: not known
     */
    public int minimum(@Nullable Integer wantedBefore) {
        return wantedBefore == null || desired == null || wantedBefore >= desired
                ? minimumAvailable
                : Math.max(0, minimumAvailable - (desired - wantedBefore));
    }
}
