package io.sternway.watcher.domain.readiness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * kubectl's rule, which held where kstatus' numbers passed too early: observed, updated ≥ spec, replicas ≤ updated,
 * available ≥ updated. ProgressDeadlineExceeded is reported as progress with that reason: whether it counts depends on
 * what stood there before (H3).
 */
final class DeploymentRule implements KindRule {

    static final String DEADLINE = "ProgressDeadlineExceeded";

    @Override
    public Assessment assess(Json object) {
        int desired = KindRule.replicas(object);
        int updated = KindRule.count(object, "updatedReplicas");
        int replicas = KindRule.count(object, "replicas");
        int available = KindRule.count(object, "availableReplicas");
        if (updated >= desired && replicas <= updated && available >= updated) {
            return Assessment.current("Replicas: " + replicas);
        }
        Json progressing = Conditions.of(object).find("Progressing");
        if (progressing != null && progressing.is(DEADLINE, "reason")) {
            return Assessment.inProgress(DEADLINE, Conditions.message(progressing));
        }
        if (updated < desired) {
            return object.flag("spec", "paused")
                    ? Assessment.inProgress("DeploymentPaused", "it is paused and does not roll out")
                    : Assessment.inProgress("LessUpdated", "Updated: " + updated + "/" + desired);
        }
        if (replicas > updated) {
            return Assessment.inProgress("ExtraPods", "Pending termination: " + (replicas - updated));
        }
        return Assessment.inProgress("LessAvailable", "Available: " + available + "/" + updated);
    }

    @Override
    public Workload workload(Json object, List<String> failedPods) {
        int desired = KindRule.replicas(object);
        int updated = KindRule.count(object, "updatedReplicas");
        boolean unobserved = KindRule.unobserved(object);
        return new Workload(
                desired,
                KindRule.count(object, "availableReplicas"),
                desired - maxUnavailable(object, desired),
                unobserved || updated < desired || KindRule.count(object, "replicas") > updated,
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
        if (condition == null) {
            return null;
        }
        String status = condition.text("status");
        return new Workload.Progressing(
                status == null ? "Unknown" : status, condition.text("reason"), condition.text("lastUpdateTime"));
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
