package io.sternway.watcher.domain.readiness;

import java.util.List;

/** E3, with E11 g: under OnDelete it is current when its Pods are those of the newest revision. */
final class StatefulSetRule implements KindRule {

    @Override
    public Assessment assess(Json object) {
        int desired = KindRule.replicas(object);
        int replicas = KindRule.count(object, "replicas");
        int ready = KindRule.count(object, "readyReplicas");
        int updated = KindRule.count(object, "updatedReplicas");
        boolean onDelete = object.is("OnDelete", "spec", "updateStrategy", "type");
        if (onDelete && moved(object) && updated < desired) {
            return Assessment.inProgress(
                    "OnDelete", "Updated: " + updated + "/" + desired + ", it waits for deletions");
        }
        if (desired > replicas) {
            return Assessment.inProgress("LessReplicas", "Replicas: " + replicas + "/" + desired);
        }
        if (desired > ready) {
            return Assessment.inProgress("LessReady", "Ready: " + ready + "/" + desired);
        }
        if (replicas > desired) {
            return Assessment.inProgress("ExtraPods", "Pending termination: " + (replicas - desired));
        }
        if (onDelete) {
            return Assessment.current("Replicas: " + replicas);
        }
        long partition = object.number(-1, "spec", "updateStrategy", "rollingUpdate", "partition");
        if (partition >= 0) {
            long due = desired - partition;
            return updated < due
                    ? Assessment.inProgress("PartitionRollout", "Updated: " + updated + "/" + due)
                    : Assessment.current("Updated: " + updated);
        }
        int current = KindRule.count(object, "currentReplicas");
        if (desired > current) {
            return Assessment.inProgress("LessCurrent", "Current: " + current + "/" + desired);
        }
        return moved(object)
                ? Assessment.inProgress("RevisionMismatch", "Updated: " + updated + "/" + desired)
                : Assessment.current("Replicas: " + replicas);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = KindRule.replicas(object);
        long available = object.number(KindRule.count(object, "readyReplicas"), "status", "availableReplicas");
        long unavailable =
                object.countOf(desired, true, 1, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
        return new Workload(
                desired,
                (int) available,
                (int) Math.max(Math.min(desired, 1), desired - unavailable),
                KindRule.unobserved(object) || moved(object),
                false,
                failedPods,
                null);
    }

    private static boolean moved(Json object) {
        String newest = object.text("status", "updateRevision");
        return newest != null && !object.is(newest, "status", "currentRevision");
    }

    @Override
    public boolean alwaysObserved() {
        return true;
    }

    @Override
    public boolean runsPods() {
        return true;
    }
}
