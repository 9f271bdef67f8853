package io.sternway.watcher.domain.readiness.kinds;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.readiness.pods.PodFailures;
import org.jspecify.annotations.Nullable;

/**
 * For a Pod that was applied itself. One that its node could not keep or take is not failed: that
 * is no word about its content.
 */
final class PodRule implements KindRule {

    @Override
    public Assessment assess(Json pod) {
        String phase = pod.text("status", "phase");
        if (phase == null || phase.isEmpty()) {
            return Assessment.inProgress(UnreadyReason.PodNotObserved, "no node has seen it");
        }
        if (phase.equals("Succeeded")) {
            return Assessment.current("it has completed");
        }
        if (PodFailures.isNodesFault(pod)) {
            return Assessment.inProgress(
                    orElse(pod.text("status", "reason"), UnreadyReason.Disrupted.name()), "its node gave it up");
        }
        String failure = PodFailures.reason(pod);
        if (failure != null) {
            return Assessment.failed(failure, orElse(pod.text("status", "message"), "its containers do not run"));
        }
        Conditions conditions = Conditions.of(pod);
        if (phase.equals("Running")) {
            return conditions.isTrue("Ready")
                    ? Assessment.current("it is ready")
                    : Assessment.inProgress(UnreadyReason.PodRunningNotReady, "it runs and is not ready");
        }
        Json scheduled = conditions.find("PodScheduled");
        return scheduled != null && scheduled.is("False", "status")
                ? Assessment.inProgress(UnreadyReason.PodUnschedulable, Conditions.message(scheduled))
                : Assessment.inProgress(UnreadyReason.PodPending, "it is " + phase);
    }

    private static String orElse(@Nullable String text, String otherwise) {
        return text == null || text.isEmpty() ? otherwise : text;
    }
}
