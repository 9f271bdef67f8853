package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Conditions;
import io.sternway.watcher.domain.observed.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * kubectl's rule, which held where kstatus' numbers passed too early: observed, updated ≥ spec, replicas ≤ updated,
 * available ≥ updated. ProgressDeadlineExceeded is reported as progress with that reason: whether it counts depends on
 * what stood there before (H3).
 */
final class DeploymentRule implements WorkloadRule {

    @Override
    public Assessment assess(Json object) {
        int desired = WorkloadFields.replicas(object);
        int updated = WorkloadFields.count(object, "updatedReplicas");
        int replicas = WorkloadFields.count(object, "replicas");
        int available = WorkloadFields.count(object, "availableReplicas");
        if (updated >= desired && replicas <= updated && available >= updated) {
            return Assessment.current("Replicas: " + replicas);
        }
        Json progressing = Conditions.of(object).find("Progressing");
        if (progressing != null && progressing.is(UnreadyReason.ProgressDeadlineExceeded.name(), "reason")) {
            return Assessment.inProgress(UnreadyReason.ProgressDeadlineExceeded, progressing.textOr("", "message"));
        }
        if (updated < desired) {
            return object.flag("spec", "paused")
                    ? Assessment.inProgress(UnreadyReason.DeploymentPaused, "it is paused and does not roll out")
                    : Assessment.fewer(UnreadyReason.LessUpdated, updated, desired);
        }
        if (replicas > updated) {
            return Assessment.extraPods(replicas - updated);
        }
        return Assessment.fewer(UnreadyReason.LessAvailable, available, updated);
    }

    @Override
    public Workload workload(Json object, List<FailedPod> failedPods) {
        int desired = WorkloadFields.replicas(object);
        int updated = WorkloadFields.count(object, "updatedReplicas");
        boolean unobserved = WorkloadFields.unobserved(object);
        return new Workload(
                desired,
                WorkloadFields.count(object, "availableReplicas"),
                desired - maxUnavailable(object, desired),
                WorkloadFields.count(object, "replicas") > updated,
                object.text("metadata", "annotations", CurrentPods.REVISION),
                Conditions.of(object).isTrue("Available"),
                failedPods,
                unobserved ? null : progressing(object));
    }

    /** As the controller counts: none for Recreate; surge and unavailable are never both 0. */
    private static int maxUnavailable(Json object, int desired) {
        if (desired == 0 || object.is("Recreate", "spec", "strategy", "type")) {
            return 0;
        }
        Json rolling = object.at("spec", "strategy", "rollingUpdate");
        long quarterUp = -Math.floorDiv(-desired, 4);
        long surge = rolling.countOf(desired, true, quarterUp, "maxSurge");
        long unavailable = rolling.countOf(desired, false, desired / 4, "maxUnavailable");
        if (surge == 0 && unavailable == 0) {
            return 1;
        }
        return (int) Math.min(unavailable, desired);
    }

    private static Workload.@Nullable Progressing progressing(Json object) {
        Json condition = Conditions.of(object).find("Progressing");
        return condition == null
                ? null
                : new Workload.Progressing(
                        condition.textOr("Unknown", "status"),
                        condition.text("reason"),
                        condition.text("lastUpdateTime"));
    }
}
