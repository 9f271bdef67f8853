package io.sternway.watcher.domain.readiness;

import java.util.List;

/** E4. */
final class DaemonSetRule implements KindRule {

    @Override
    public Assessment assess(Json object) {
        if (!object.has("status", "desiredNumberScheduled")) {
            return Assessment.inProgress("NoDesiredNumber", "it is not known on how many nodes it is to run");
        }
        int desired = KindRule.count(object, "desiredNumberScheduled");
        int current = KindRule.count(object, "currentNumberScheduled");
        int updated = KindRule.count(object, "updatedNumberScheduled");
        int available = KindRule.count(object, "numberAvailable");
        int ready = KindRule.count(object, "numberReady");
        if (desired > current) {
            return Assessment.inProgress("LessCurrent", "Current: " + current + "/" + desired);
        }
        if (desired > updated) {
            return Assessment.inProgress("LessUpdated", "Updated: " + updated + "/" + desired);
        }
        if (desired > available) {
            return Assessment.inProgress("LessAvailable", "Available: " + available + "/" + desired);
        }
        return desired > ready
                ? Assessment.inProgress("LessReady", "Ready: " + ready + "/" + desired)
                : Assessment.current("Pods: " + desired);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = KindRule.count(object, "desiredNumberScheduled");
        long unavailable =
                object.countOf(desired, true, 1, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
        return new Workload(
                desired,
                KindRule.count(object, "numberAvailable"),
                (int) Math.max(Math.min(desired, 1), desired - unavailable),
                KindRule.unobserved(object) || KindRule.count(object, "updatedNumberScheduled") < desired,
                false,
                failedPods,
                null);
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
