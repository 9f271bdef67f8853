package io.sternway.events;

import io.sternway.vocabulary.ObjectStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of a target look like, published when something changed (H5). The watcher reports what it saw; what
 * needs memory is decided by the evaluator.
 *
 * @param project the project
 * @param promotion the promotion
 * @param cluster the cluster
 * @param epoch the epoch that the target holds
 * @param sequence orders the records of its partition
 * @param objects every object of the target
 */
public record RolloutObserved(
        String project,
        String promotion,
        String cluster,
        long epoch,
        ObservationSequence sequence,
        List<ObservedObject> objects) {

    public RolloutObserved {
        objects = List.copyOf(objects);
    }

    /** The target's name. */
    public TargetRef target() {
        return new TargetRef(project, promotion, cluster);
    }

    /**
     * One object.
     *
     * @param object its name
     * @param uid its uid as it is now; absent when not found or unknown
     * @param generation its generation as it is now; 0 for kinds without
     * @param observed whether its controller has observed that generation (H16); absent: it has
     * @param status what it looks like
     * @param reason CamelCase
     * @param message for people
     * @param workload numbers, for kinds that run Pods
     */
    public record ObservedObject(
            ObjectRef object,
            @Nullable String uid,
            long generation,
            @Nullable Boolean observed,
            ObjectStatus status,
            @Nullable String reason,
            @Nullable String message,
            @Nullable Workload workload) {}

    /**
     * Facts about a workload that the evaluator needs beside its status.
     *
     * @param desired replicas wanted
     * @param available replicas available
     * @param minimumAvailable desired minus maxUnavailable
     * @param rolling Pods of an older template are left, and are being replaced
     * @param template names the Pod template that its controller knows: the same name, the same template; absent: not known
     * @param availableCondition the Available condition is True
     * @param failedPods Pods of the current template that have failed
     * @param progressing the Progressing condition, for a Deployment
     */
    public record Workload(
            int desired,
            int available,
            int minimumAvailable,
            boolean rolling,
            @Nullable String template,
            boolean availableCondition,
            List<FailedPod> failedPods,
            @Nullable ProgressingCondition progressing) {

        public Workload {
            failedPods = List.copyOf(failedPods);
        }
    }

    /**
     * A Pod that has failed (H15).
     *
     * @param name its name
     * @param reason CamelCase, for example CrashLoopBackOff
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
            @Nullable String message) {

        /** Reads what was written before Pods had parts: {@code name: reason}. */
        public static FailedPod valueOf(String text) {
            int colon = text.indexOf(": ");
            return colon < 0
                    ? new FailedPod(text, "Failed", null, null, 0, null)
                    : new FailedPod(text.substring(0, colon), text.substring(colon + 2), null, null, 0, null);
        }
    }
}
