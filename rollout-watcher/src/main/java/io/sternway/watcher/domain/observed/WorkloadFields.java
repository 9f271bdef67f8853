package io.sternway.watcher.domain.observed;

/** Numbers that controllers write into the status of what runs Pods, and what they are held against. */
public final class WorkloadFields {

    private WorkloadFields() {}

    /** A number of its status; 0 where it is absent. */
    public static int count(Json object, String field) {
        return Math.toIntExact(object.number(0, "status", field));
    }

    /** How many replicas are wanted. */
    public static int replicas(Json object) {
        return Math.toIntExact(object.number(1, "spec", "replicas"));
    }

    /** Whether the generation is not, or not known to be, observed. */
    public static boolean unobserved(Json object) {
        return object.number(-1, "status", "observedGeneration") != object.number(-1, "metadata", "generation");
    }
}
