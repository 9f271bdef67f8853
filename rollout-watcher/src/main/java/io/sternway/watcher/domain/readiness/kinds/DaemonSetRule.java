package io.sternway.watcher.domain.readiness.kinds;

import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.observed.WorkloadFields;
import java.util.List;

/** Every node that wants one has it, of the newest template, available and ready. */
final class DaemonSetRule implements WorkloadRule {

    @Override
    public Assessment assess(Json object) {
        if (!object.has("status", "desiredNumberScheduled")) {
            return Assessment.inProgress(
                    UnreadyReason.NoDesiredNumber, "it is not known on how many nodes it is to run");
        }
        int desired = WorkloadFields.count(object, "desiredNumberScheduled");
        int current = WorkloadFields.count(object, "currentNumberScheduled");
        int updated = WorkloadFields.count(object, "updatedNumberScheduled");
        int available = WorkloadFields.count(object, "numberAvailable");
        int ready = WorkloadFields.count(object, "numberReady");
        if (desired > current) {
            return Assessment.fewer(UnreadyReason.LessCurrent, current, desired);
        }
        if (desired > updated) {
            return Assessment.fewer(UnreadyReason.LessUpdated, updated, desired);
        }
        if (desired > available) {
            return Assessment.fewer(UnreadyReason.LessAvailable, available, desired);
        }
        return desired > ready
                ? Assessment.fewer(UnreadyReason.LessReady, ready, desired)
                : Assessment.current("Pods: " + desired);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = WorkloadFields.count(object, "desiredNumberScheduled");
        long unavailable =
                object.countOf(desired, true, 1, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
        return new Workload(
                desired,
                WorkloadFields.count(object, "numberAvailable"),
                (int) Math.max(Math.min(desired, 1), desired - unavailable),
                WorkloadFields.unobserved(object) || WorkloadFields.count(object, "updatedNumberScheduled") < desired,
                false,
                failedPods,
                null);
    }
}
