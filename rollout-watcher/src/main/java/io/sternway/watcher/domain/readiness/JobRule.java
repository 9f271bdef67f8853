package io.sternway.watcher.domain.readiness;

import java.util.List;

/**
 * E7, with E11 c: a Job is current when it has completed, not while it runs. Its Pods may fail as often as its own
 * limits allow; only what no further try can mend (an image, a missing ConfigMap) is listed.
 */
final class JobRule implements KindRule {

    @Override
    public Assessment assess(Json object) {
        for (Json condition : Conditions.of(object).inOrder()) {
            if (!condition.is("True", "status")) {
                continue;
            }
            if (condition.is("Complete", "type")) {
                return Assessment.current("Succeeded: " + KindRule.count(object, "succeeded"));
            }
            if (condition.is("Failed", "type")) {
                return Assessment.failed(
                        "JobFailed", Conditions.reason(condition, "Failed") + ": " + Conditions.message(condition));
            }
            if (condition.is("Suspended", "type") && object.flag("spec", "suspend")) {
                return Assessment.current("it is suspended, as asked");
            }
        }
        return object.has("status", "startTime")
                ? Assessment.inProgress("JobInProgress", "Succeeded: " + KindRule.count(object, "succeeded"))
                : Assessment.inProgress("JobNotStarted", "it has not started");
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int completions = Math.toIntExact(object.number(1, "spec", "completions"));
        return new Workload(completions, KindRule.count(object, "succeeded"), 0, false, false, failedPods, null);
    }

    @Override
    public boolean runsPods() {
        return true;
    }
}
