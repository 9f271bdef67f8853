package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;
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
        return Assessment.ifFewer(UnreadyReason.LessCurrent, current, desired)
                .or(() -> Assessment.ifFewer(UnreadyReason.LessUpdated, updated, desired))
                .or(() -> Assessment.ifFewer(UnreadyReason.LessAvailable, available, desired))
                .or(() -> Assessment.ifFewer(UnreadyReason.LessReady, ready, desired))
                .orElseGet(() -> Assessment.current("Pods: " + desired));
    }

    @Override
    public Workload workload(Json object, List<FailedPod> failedPods) {
        int desired = WorkloadFields.count(object, "desiredNumberScheduled");
        return Workload.of(
                desired,
                WorkloadFields.count(object, "numberAvailable"),
                WorkloadFields.minimumAvailable(object, desired),
                WorkloadFields.count(object, "updatedNumberScheduled")
                        < WorkloadFields.count(object, "currentNumberScheduled"),
                object.text("metadata", "annotations", CurrentPods.TEMPLATE_GENERATION),
                failedPods);
    }
}
