package io.sternway.watcher.domain.readiness.kinds;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.observed.WorkloadFields;
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
            return Assessment.inProgress(UnreadyReason.ReplicaFailure, Conditions.message(failure));
        }
        if (desired > labelled) {
            return Assessment.fewer(UnreadyReason.LessLabelled, labelled, desired);
        }
        if (desired > available) {
            return Assessment.fewer(UnreadyReason.LessAvailable, available, desired);
        }
        if (desired > ready) {
            return Assessment.fewer(UnreadyReason.LessReady, ready, desired);
        }
        return replicas > desired
                ? Assessment.extraPods(replicas - desired)
                : Assessment.current("Replicas: " + replicas);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = WorkloadFields.replicas(object);
        return new Workload(
                desired,
                WorkloadFields.count(object, "availableReplicas"),
                desired,
                WorkloadFields.unobserved(object),
                false,
                failedPods,
                null);
    }
}
