package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;
import java.util.List;

/** How objects of a kind are looked at that runs Pods and says how many. */
interface WorkloadRule extends KindRule {

    @Override
    Workload workload(Json object, List<FailedPod> failedPods);

    @Override
    default boolean alwaysObserved() {
        return true;
    }

    @Override
    default boolean runsPods() {
        return true;
    }
}
