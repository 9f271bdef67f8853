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
     * @param status what it looks like
     * @param reason CamelCase
     * @param message for people
     * @param workload numbers, for kinds that run Pods
     */
    public record ObservedObject(
            ObjectRef object,
            @Nullable String uid,
            long generation,
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
     * @param rolling a newer generation or template is being rolled out now
     * @param availableCondition the Available condition is True
     * @param failedPods Pods of the current template that have failed, "name: reason"
     * @param progressing the Progressing condition, for a Deployment
     */
    public record Workload(
            int desired,
            int available,
            int minimumAvailable,
            boolean rolling,
            boolean availableCondition,
            List<String> failedPods,
            @Nullable ProgressingCondition progressing) {

        public Workload {
            failedPods = List.copyOf(failedPods);
        }
    }
}
