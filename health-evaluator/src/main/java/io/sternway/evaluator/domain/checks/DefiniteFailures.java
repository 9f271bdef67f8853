package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.FailedPod;
import java.util.Set;

/**
 * Which failures are definite and which are transient (H15): the one table. What is in neither list is definite: a failed
 * Job, an image name that is none, a rollout that made no progress within its own deadline.
 */
final class DefiniteFailures {

    /** Often mended without anybody: an image that arrives, a ConfigMap that comes, a node that went. */
    private static final Set<String> TRANSIENT = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "ErrImageNeverPull",
            "ImageInspectError",
            "CreateContainerConfigError",
            "CreateContainerError",
            ReadinessReason.BecameUnavailable.name());

    /** Definite when it comes again and again. */
    private static final Set<String> CRASHES =
            Set.of("CrashLoopBackOff", "OOMKilled", "RunContainerError", "StartError", "PodFailed");

    private static final int TOO_MANY_CRASHES = 3;

    private DefiniteFailures() {}

    /** Whether a failed object counts at once. How often something in it crashed is not known. */
    static boolean isDefinite(String reason) {
        return !TRANSIENT.contains(reason) && !CRASHES.contains(reason);
    }

    /**
     * Whether a failed Pod counts at once.
     *
     * @param before how often it had crashed when it was first looked at, if that is nothing that was just applied
     */
    static boolean isDefinite(FailedPod pod, int before) {
        return CRASHES.contains(pod.reason()) ? crashes(pod) - before >= TOO_MANY_CRASHES : isDefinite(pod.reason());
    }

    /** How often its container ended: each start but the first follows an end, and it is not running now. */
    static int crashes(FailedPod pod) {
        return CRASHES.contains(pod.reason()) ? pod.restarts() + 1 : 0;
    }
}
