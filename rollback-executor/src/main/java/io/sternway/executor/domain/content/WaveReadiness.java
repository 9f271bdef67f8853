package io.sternway.executor.domain.content;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the next wave may start (K3), and what has failed for good until then (K12). Coarser than the watcher's readiness,
 * which decides about health.
 */
public final class WaveReadiness {

    private WaveReadiness() {}

    /** What an object still lacks, or null when the next wave may start. */
    public static @Nullable String missing(Map<String, Object> live) {
        if (Fields.number(live, 0, "metadata", "generation") > 0
                && Fields.at(live, "status", "observedGeneration") instanceof Number observed
                && observed.longValue() < Fields.number(live, 0, "metadata", "generation")) {
            return "its newest generation has not been observed";
        }
        return switch (Fields.text(live, "", "kind")) {
            case "Deployment" -> deployment(live);
            case "StatefulSet" -> statefulSet(live);
            case "DaemonSet" -> daemonSet(live);
            case "Job" -> "True".equals(Fields.condition(live, "Complete")) ? null : "it has not completed";
            case "CustomResourceDefinition" ->
                "True".equals(Fields.condition(live, "Established")) ? null : "it is not established";
            default -> "False".equals(Fields.condition(live, "Ready")) ? "its condition Ready is False" : null;
        };
    }

    /** Why a Job has failed; null if it has not. */
    public static @Nullable String jobFailure(Map<String, Object> live) {
        return condition(live, "Job", "Failed")
                .filter(condition -> "True".equals(condition.get("status")))
                .map(WaveReadiness::words)
                .orElse(null);
    }

    /** Why a Deployment made no progress within its own deadline, as its controller says now; null if it does not. */
    public static @Nullable String noProgress(Map<String, Object> live) {
        return condition(live, "Deployment", "Progressing")
                .filter(condition -> "ProgressDeadlineExceeded".equals(condition.get("reason")))
                .filter(condition -> Fields.number(live, -1, "status", "observedGeneration")
                        == Fields.number(live, 0, "metadata", "generation"))
                .map(condition -> Fields.text(condition, "", "message"))
                .orElse(null);
    }

    private static Optional<Map<String, Object>> condition(Map<String, Object> live, String kind, String type) {
        return kind.equals(Fields.text(live, "", "kind"))
                ? Fields.maps(live, "status", "conditions").stream()
                        .filter(condition -> type.equals(condition.get("type")))
                        .findFirst()
                : Optional.empty();
    }

    private static String words(Map<String, Object> condition) {
        return Fields.text(condition, "Failed", "reason") + ": " + Fields.text(condition, "", "message");
    }

    private static @Nullable String deployment(Map<String, Object> live) {
        long wanted = Fields.number(live, 1, "spec", "replicas");
        long updated = Fields.number(live, 0, "status", "updatedReplicas");
        boolean done = Fields.at(live, "status", "observedGeneration") != null
                && updated >= wanted
                && Fields.number(live, 0, "status", "replicas") <= updated
                && Fields.number(live, 0, "status", "availableReplicas") >= updated;
        return done ? null : "of " + wanted + " replicas " + updated + " are updated";
    }

    private static @Nullable String statefulSet(Map<String, Object> live) {
        long wanted = Fields.number(live, 1, "spec", "replicas");
        boolean rolling = !"OnDelete".equals(Fields.text(live, "", "spec", "updateStrategy", "type"));
        boolean done = Fields.at(live, "status", "observedGeneration") != null
                && Fields.number(live, 0, "status", "readyReplicas") >= wanted
                && (!rolling || Fields.number(live, 0, "status", "updatedReplicas") >= wanted);
        return done ? null : "not all of its " + wanted + " replicas are updated and ready";
    }

    private static @Nullable String daemonSet(Map<String, Object> live) {
        long wanted = Fields.number(live, 0, "status", "desiredNumberScheduled");
        boolean done = Fields.at(live, "status", "observedGeneration") != null
                && Fields.number(live, 0, "status", "updatedNumberScheduled") >= wanted
                && Fields.number(live, 0, "status", "numberAvailable") >= wanted;
        return done ? null : "not all of its " + wanted + " Pods are updated and available";
    }
}
