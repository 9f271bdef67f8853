package io.sternway.sandbox.story;

import io.fabric8.kubernetes.api.model.Pod;

/** What a person who watches a cluster first sees of a broken revision. */
public final class CrashingPods {

    private CrashingPods() {}

    /** Whether one of its containers waits in CrashLoopBackOff. */
    public static boolean isCrashing(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getContainerStatuses().stream()
                        .anyMatch(status -> status.getState() != null
                                && status.getState().getWaiting() != null
                                && "CrashLoopBackOff"
                                        .equals(status.getState().getWaiting().getReason()));
    }
}
