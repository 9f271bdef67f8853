package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.health.AppliedSnapshot;
import io.sternway.evaluator.domain.health.FailureLimits;
import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.evaluator.domain.observed.Observation;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.evaluator.domain.observed.Workload;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObjectRef;
import io.sternway.events.ObservationSequence;
import io.sternway.events.ProgressingCondition;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From the contract's events to the domain. */
final class ObservationMapper {

    private ObservationMapper() {}

    static AppliedSnapshot held(TargetDeployment.Holds holds) {
        HealthOptions health = holds.health();
        Map<String, RolloutProgress> progressAtApply = new HashMap<>();
        for (TargetDeployment.AppliedObject object : holds.objects()) {
            ProgressingCondition condition = object.progressing();
            if (condition != null) {
                progressAtApply.put(name(object.object()).id(), progress(condition));
            }
        }
        return new AppliedSnapshot(
                holds.epoch(),
                new FailureLimits(health.failureThreshold(), health.maxConsecutiveFailures(), health.checkInterval()),
                progressAtApply);
    }

    static Observation look(RolloutObserved observed) {
        return new Observation(
                observed.epoch(),
                sequence(observed.sequence()),
                observed.objects().stream().map(ObservationMapper::seen).toList());
    }

    static Sequence sequence(ObservationSequence sequence) {
        return new Sequence(sequence.term(), sequence.counter());
    }

    private static ObservedObject seen(RolloutObserved.ObservedObject object) {
        return new ObservedObject(
                name(object.object()), object.status(), object.reason(), object.message(), workload(object.workload()));
    }

    private static @Nullable Workload workload(RolloutObserved.@Nullable Workload workload) {
        if (workload == null) {
            return null;
        }
        ProgressingCondition condition = workload.progressing();
        return new Workload(
                workload.available(),
                workload.minimumAvailable(),
                workload.rolling(),
                workload.failedPods(),
                condition == null ? null : progress(condition));
    }

    private static RolloutProgress progress(ProgressingCondition condition) {
        return new RolloutProgress(condition.reason(), condition.lastUpdateTime());
    }

    private static ObjectName name(ObjectRef object) {
        return new ObjectName(object.apiVersion(), object.kind(), object.namespace(), object.name());
    }
}
