package io.sternway.watcher.domain.readiness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How objects of one kind are looked at, once it is clear that they are those that were applied. */
interface KindRule {

    /** What it looks like when its generation is observed. */
    Assessment assess(Json object);

    /** Numbers, for kinds that run Pods; also while the generation is not observed. */
    default @Nullable Workload workload(Json object, List<String> failedPods) {
        return null;
    }

    /** Whether the kind's controller always says which generation it has observed (E11 a). */
    default boolean alwaysObserved() {
        return false;
    }

    /** Whether the object's Pods can say why it is not ready. */
    default boolean runsPods() {
        return false;
    }

    /** Whether the generation is not, or not known to be, observed. */
    static boolean unobserved(Json object) {
        return object.number(-1, "status", "observedGeneration") != object.number(-1, "metadata", "generation");
    }

    static int count(Json object, String field) {
        return Math.toIntExact(object.number(0, "status", field));
    }

    static int replicas(Json object) {
        return Math.toIntExact(object.number(1, "spec", "replicas"));
    }
}
