package io.sternway.executor.domain.content;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the next wave may start (K3). Coarser than the watcher's readiness, which decides about health: here nothing
 * fails, it is only waited.
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
