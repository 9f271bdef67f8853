package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.health.AppliedSnapshot;
import io.sternway.evaluator.domain.health.FailureLimits;
import io.sternway.evaluator.domain.observed.FailedPod;
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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the contract's events to the domain. */
final class ObservationMapper {

    private ObservationMapper() {}

    static AppliedSnapshot held(TargetDeployment.Holds holds) {
        HealthOptions health = holds.health();
        Map<String, RolloutProgress> progressAtApply = new HashMap<>();
        Map<String, Integer> wanted = new HashMap<>();
        Set<String> keptTemplates = new HashSet<>();
        for (TargetDeployment.AppliedObject object : holds.objects()) {
            String id = name(object.object()).id();
            ProgressingCondition condition = object.progressing();
            if (condition != null) {
                progressAtApply.put(id, progress(condition));
            }
            if (object.wanted() != null && !Boolean.TRUE.equals(object.autoscaled())) {
                wanted.put(id, object.wanted());
            }
            if (Boolean.FALSE.equals(object.templateChanged())) {
                keptTemplates.add(id);
            }
        }
        return new AppliedSnapshot(
                holds.epoch(),
                new FailureLimits(
                        health.failureThreshold(),
                        health.maxConsecutiveFailures(),
                        health.transientGrace(),
                        health.checkInterval()),
                progressAtApply,
                wanted,
                keptTemplates);
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
                name(object.object()),
                object.observed(),
                object.status(),
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
                workload.desired(),
                workload.available(),
                workload.minimumAvailable(),
                workload.rolling(),
                workload.template(),
                workload.failedPods().stream().map(ObservationMapper::failedPod).toList(),
                condition == null ? null : progress(condition));
    }

    private static FailedPod failedPod(RolloutObserved.FailedPod pod) {
        return new FailedPod(pod.name(), pod.reason(), pod.container(), pod.exitCode(), pod.restarts(), pod.message());
    }

    private static RolloutProgress progress(ProgressingCondition condition) {
        return new RolloutProgress(condition.reason(), condition.lastUpdateTime());
    }

    private static ObjectName name(ObjectRef object) {
        return new ObjectName(object.apiVersion(), object.kind(), object.namespace(), object.name());
    }
}
