package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How objects of one kind are looked at, once it is clear that they are those that were applied. */
interface KindRule {

    /** What it looks like when its generation is observed. */
    Assessment assess(Json object);

    /** Numbers, for kinds that run Pods; also while the generation is not observed. */
    default @Nullable Workload workload(Json object, List<FailedPod> failedPods) {
        return null;
    }

    /** Whether the kind's controller always says which generation it has observed. */
    default boolean alwaysObserved() {
        return false;
    }

    /** Whether the object's Pods can say why it is not ready. */
    default boolean runsPods() {
        return false;
    }
}
