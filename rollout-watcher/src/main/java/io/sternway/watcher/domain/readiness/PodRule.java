package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.Optional;

/**
 * For a Pod that was applied itself. One that its node could not keep or take is not failed: that
 * is no word about its content.
 */
final class PodRule implements KindRule {

    @Override
    public Assessment assess(Json pod) {
        String phase = pod.textOr("", "status", "phase");
        if (phase.isEmpty()) {
            return Assessment.inProgress(UnreadyReason.PodNotObserved, "no node has seen it");
        }
        if (phase.equals("Succeeded")) {
            return Assessment.current("it has completed");
        }
        if (PodFailures.isNodesFault(pod)) {
            return Assessment.inProgress(
                    pod.textOr(UnreadyReason.Disrupted.name(), "status", "reason"), "its node gave it up");
        }
        Optional<FailedPod> failure = PodFailures.of(pod);
        if (failure.isPresent()) {
            return Assessment.failed(
                    failure.get().reason(), pod.textOr("its containers do not run", "status", "message"));
        }
        Conditions conditions = Conditions.of(pod);
        if (phase.equals("Running")) {
            return conditions.isTrue("Ready")
                    ? Assessment.current("it is ready")
                    : Assessment.inProgress(UnreadyReason.PodRunningNotReady, "it runs and is not ready");
        }
        Json scheduled = conditions.find("PodScheduled");
        return scheduled != null && scheduled.is("False", "status")
                ? Assessment.inProgress(UnreadyReason.PodUnschedulable, scheduled.textOr("", "message"))
                : Assessment.inProgress(UnreadyReason.PodPending, "it is " + phase);
    }
}
