package io.sternway.watcher.messaging;

import io.sternway.events.ClusterObserved;
import io.sternway.events.ObjectRef;
import io.sternway.events.ObservationSequence;
import io.sternway.events.ObservedTarget;
import io.sternway.events.ProgressingCondition;
import io.sternway.events.RolloutObserved;
import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.TargetObservation;
import io.sternway.watcher.app.report.Observations.Stamp;
import io.sternway.watcher.domain.readiness.Assessment;
import io.sternway.watcher.domain.readiness.FailedPod;
import io.sternway.watcher.domain.readiness.Workload;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks as events. */
final class ObservationMapper {

    private ObservationMapper() {}

    static RolloutObserved rollout(Stamp stamp, TargetObservation look) {
        return new RolloutObserved(
                look.target().project(),
                look.target().promotion(),
                look.target().cluster(),
                look.target().epoch(),
                new ObservationSequence(stamp.term(), stamp.counter()),
                look.objects().stream().map(ObservationMapper::object).toList());
    }

    static ClusterObserved cluster(
            Stamp stamp, ClusterObservation look, Duration interval, List<TargetObservation> seen) {
        return new ClusterObserved(
                look.cluster(),
                new ObservationSequence(stamp.term(), stamp.counter()),
                look.reached(),
                look.failure() == null ? null : look.failure().kind().name(),
                look.failure() == null ? null : look.failure().message(),
                interval,
                seen.stream()
                        .map(target -> new ObservedTarget(
                                target.target().project(),
                                target.target().promotion(),
                                target.target().epoch()))
                        .toList());
    }

    private static RolloutObserved.ObservedObject object(TargetObservation.ObjectObservation look) {
        Assessment seen = look.assessment();
        return new RolloutObserved.ObservedObject(
                new ObjectRef(
                        look.object().kind().apiVersion(),
                        look.object().kind().kind(),
                        look.object().namespace(),
                        look.object().name()),
                look.uid(),
                look.generation(),
                !seen.unobserved(),
                seen.status(),
                seen.reason(),
                seen.message(),
                workload(seen.workload()));
    }

    private static RolloutObserved.@Nullable Workload workload(@Nullable Workload seen) {
        if (seen == null) {
            return null;
        }
        Workload.Progressing progressing = seen.progressing();
        return new RolloutObserved.Workload(
                seen.desired(),
                seen.available(),
                seen.minimumAvailable(),
                seen.rolling(),
                seen.template(),
                seen.availableCondition(),
                seen.failedPods().stream().map(ObservationMapper::failedPod).toList(),
                progressing == null
                        ? null
                        : new ProgressingCondition(
                                progressing.status(), progressing.reason(), progressing.lastUpdateTime()));
    }

    private static RolloutObserved.FailedPod failedPod(FailedPod pod) {
        return new RolloutObserved.FailedPod(
                pod.name(), pod.reason(), pod.container(), pod.exitCode(), pod.restarts(), pod.message());
    }
}
