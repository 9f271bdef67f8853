package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;
import java.util.List;

/** Under OnDelete it is current when its Pods are those of the newest revision. */
final class StatefulSetRule implements WorkloadRule {

    @Override
    public Assessment assess(Json object) {
        int desired = WorkloadFields.replicas(object);
        int replicas = WorkloadFields.count(object, "replicas");
        int ready = WorkloadFields.count(object, "readyReplicas");
        int updated = WorkloadFields.count(object, "updatedReplicas");
        boolean onDelete = object.is("OnDelete", "spec", "updateStrategy", "type");
        if (onDelete && moved(object) && updated < desired) {
            return Assessment.inProgress(
                    UnreadyReason.OnDelete, "Updated: " + updated + "/" + desired + ", it waits for deletions");
        }
        if (desired > replicas) {
            return Assessment.fewer(UnreadyReason.LessReplicas, replicas, desired);
        }
        if (desired > ready) {
            return Assessment.fewer(UnreadyReason.LessReady, ready, desired);
        }
        if (replicas > desired) {
            return Assessment.extraPods(replicas - desired);
        }
        if (onDelete) {
            return Assessment.current("Replicas: " + replicas);
        }
        long partition = object.number(-1, "spec", "updateStrategy", "rollingUpdate", "partition");
        if (partition >= 0) {
            long due = desired - partition;
            return updated < due
                    ? Assessment.inProgress(UnreadyReason.PartitionRollout, "Updated: " + updated + "/" + due)
                    : Assessment.current("Updated: " + updated);
        }
        int current = WorkloadFields.count(object, "currentReplicas");
        if (desired > current) {
            return Assessment.fewer(UnreadyReason.LessCurrent, current, desired);
        }
        return moved(object)
                ? Assessment.inProgress(UnreadyReason.RevisionMismatch, "Updated: " + updated + "/" + desired)
                : Assessment.current("Replicas: " + replicas);
    }

    @Override
    public Workload workload(Json object, List<FailedPod> failedPods) {
        int desired = WorkloadFields.replicas(object);
        long available = object.number(WorkloadFields.count(object, "readyReplicas"), "status", "availableReplicas");
        return Workload.of(
                desired,
                (int) available,
                WorkloadFields.minimumAvailable(object, desired),
                moved(object),
                object.text("status", "updateRevision"),
                failedPods);
    }

    private static boolean moved(Json object) {
        String newest = object.text("status", "updateRevision");
        return newest != null && !object.is(newest, "status", "currentRevision");
    }
}
