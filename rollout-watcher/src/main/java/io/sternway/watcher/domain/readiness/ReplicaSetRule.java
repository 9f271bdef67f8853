package io.sternway.watcher.domain.readiness;

import java.util.List;

/** E5. */
final class ReplicaSetRule implements KindRule {

    @Override
    public Assessment assess(Json object) {
        int desired = KindRule.replicas(object);
        int labelled = KindRule.count(object, "fullyLabeledReplicas");
        int available = KindRule.count(object, "availableReplicas");
        int ready = KindRule.count(object, "readyReplicas");
        int replicas = KindRule.count(object, "replicas");
        Json failure = Conditions.of(object).find("ReplicaFailure");
        if (failure != null && failure.is("True", "status")) {
            return Assessment.inProgress("ReplicaFailure", Conditions.message(failure));
        }
        if (desired > labelled) {
            return Assessment.inProgress("LessLabelled", "Labelled: " + labelled + "/" + desired);
        }
        if (desired > available) {
            return Assessment.inProgress("LessAvailable", "Available: " + available + "/" + desired);
        }
        if (desired > ready) {
            return Assessment.inProgress("LessReady", "Ready: " + ready + "/" + desired);
        }
        return replicas > desired
                ? Assessment.inProgress("ExtraPods", "Pending termination: " + (replicas - desired))
                : Assessment.current("Replicas: " + replicas);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = KindRule.replicas(object);
        return new Workload(
                desired,
                KindRule.count(object, "availableReplicas"),
                desired,
                KindRule.unobserved(object),
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
