package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.Held;
import io.sternway.evaluator.domain.Limits;
import io.sternway.evaluator.domain.Look;
import io.sternway.evaluator.domain.ObjectName;
import io.sternway.evaluator.domain.ObjectSeen;
import io.sternway.evaluator.domain.Progress;
import io.sternway.evaluator.domain.Sequence;
import io.sternway.evaluator.domain.Workload;
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

    static Held held(TargetDeployment.Holds holds) {
        HealthOptions health = holds.health();
        Map<String, Progress> progressAtApply = new HashMap<>();
        for (TargetDeployment.AppliedObject object : holds.objects()) {
            ProgressingCondition condition = object.progressing();
            if (condition != null) {
                progressAtApply.put(name(object.object()).id(), progress(condition));
            }
        }
        return new Held(
                holds.epoch(),
                new Limits(health.failureThreshold(), health.maxConsecutiveFailures(), health.checkInterval()),
                progressAtApply);
    }

    static Look look(RolloutObserved observed) {
        return new Look(
                observed.epoch(),
                sequence(observed.sequence()),
                observed.objects().stream().map(ObservationMapper::seen).toList());
    }

    static Sequence sequence(ObservationSequence sequence) {
        return new Sequence(sequence.term(), sequence.counter());
    }

    private static ObjectSeen seen(RolloutObserved.ObservedObject object) {
        return new ObjectSeen(
                name(object.object()),
                ObjectSeen.Status.valueOf(object.status().name()),
                object.reason(),
                object.message(),
                workload(object.workload()));
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

    private static Progress progress(ProgressingCondition condition) {
        return new Progress(condition.reason(), condition.lastUpdateTime());
    }

    private static ObjectName name(ObjectRef object) {
        return new ObjectName(object.apiVersion(), object.kind(), object.namespace(), object.name());
    }
}
