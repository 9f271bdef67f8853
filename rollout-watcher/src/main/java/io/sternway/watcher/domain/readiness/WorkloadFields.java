package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;

/** Numbers that controllers write into the status of what runs Pods, and what they are held against. */
final class WorkloadFields {

    private WorkloadFields() {}

    /** A number of its status; 0 where it is absent. */
    static int count(Json object, String field) {
        return Math.toIntExact(object.number(0, "status", field));
    }

    /** How many replicas are wanted. */
    static int replicas(Json object) {
        return Math.toIntExact(object.number(1, "spec", "replicas"));
    }

    /** What a rolling update leaves available at least, by its maxUnavailable; never none where some are wanted. */
    static int minimumAvailable(Json object, int desired) {
        long unavailable =
                object.countOf(desired, true, 1, "spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
        return (int) Math.max(Math.min(desired, 1), desired - unavailable);
    }

    /** Whether the generation is not, or not known to be, observed. */
    static boolean unobserved(Json object) {
        return object.number(-1, "status", "observedGeneration") != object.number(-1, "metadata", "generation");
    }
}
