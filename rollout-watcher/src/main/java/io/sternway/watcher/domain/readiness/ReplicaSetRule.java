package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.List;

/** As many as wanted are labelled, available and ready, and none too many. */
final class ReplicaSetRule implements WorkloadRule {

    @Override
    public Assessment assess(Json object) {
        int desired = WorkloadFields.replicas(object);
        int labelled = WorkloadFields.count(object, "fullyLabeledReplicas");
        int available = WorkloadFields.count(object, "availableReplicas");
        int ready = WorkloadFields.count(object, "readyReplicas");
        int replicas = WorkloadFields.count(object, "replicas");
        Json failure = Conditions.of(object).find("ReplicaFailure");
        if (failure != null && failure.is("True", "status")) {
            return Assessment.inProgress(UnreadyReason.ReplicaFailure, failure.textOr("", "message"));
        }
        return Assessment.ifFewer(UnreadyReason.LessLabelled, labelled, desired)
                .or(() -> Assessment.ifFewer(UnreadyReason.LessAvailable, available, desired))
                .or(() -> Assessment.ifFewer(UnreadyReason.LessReady, ready, desired))
                .orElseGet(() -> replicas > desired
                        ? Assessment.extraPods(replicas - desired)
                        : Assessment.current("Replicas: " + replicas));
    }

    @Override
    public Workload workload(Json object, List<FailedPod> failedPods) {
        int desired = WorkloadFields.replicas(object);
        int available = WorkloadFields.count(object, "availableReplicas");
        return Workload.of(desired, available, desired, false, null, failedPods);
    }
}
