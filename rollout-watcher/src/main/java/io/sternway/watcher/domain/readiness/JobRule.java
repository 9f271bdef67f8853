package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.List;

/**
 * A Job is current when it has completed, not while it runs. Its Pods may fail as often as its own
 * limits allow; only what no further try can mend (an image, a missing ConfigMap) is listed.
 */
final class JobRule implements WorkloadRule {

    @Override
    public Assessment assess(Json object) {
        for (Json condition : Conditions.of(object).inOrder()) {
            if (!condition.is("True", "status")) {
                continue;
            }
            if (condition.is("Complete", "type")) {
                return Assessment.current("Succeeded: " + WorkloadFields.count(object, "succeeded"));
            }
            if (condition.is("Failed", "type")) {
                return Assessment.failed(
                        UnreadyReason.JobFailed.name(),
                        condition.textOr("Failed", "reason") + ": " + condition.textOr("", "message"));
            }
            if (condition.is("Suspended", "type") && object.flag("spec", "suspend")) {
                return Assessment.current("it is suspended, as asked");
            }
        }
        return object.has("status", "startTime")
                ? Assessment.inProgress(
                        UnreadyReason.JobInProgress, "Succeeded: " + WorkloadFields.count(object, "succeeded"))
                : Assessment.inProgress(UnreadyReason.JobNotStarted, "it has not started");
    }

    @Override
    public Workload workload(Json object, List<FailedPod> failedPods) {
        int completions = Math.toIntExact(object.number(1, "spec", "completions"));
        return Workload.of(completions, WorkloadFields.count(object, "succeeded"), 0, false, null, failedPods);
    }

    @Override
    public boolean alwaysObserved() {
        return false;
    }
}
