package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.checks.Reason;
import io.sternway.evaluator.domain.health.Cluster;
import io.sternway.evaluator.domain.health.Streak;
import io.sternway.evaluator.domain.health.Target;
import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.evaluator.domain.observed.Observation;
import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.ClusterObserved;
import io.sternway.events.ClusterReported;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.ObjectRef;
import io.sternway.events.ObservationSequence;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.vocabulary.HealthState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** From the domain to the contract's events. */
final class HealthMapper {

    private static final String SOURCE = Event.source("health-evaluator");

    private HealthMapper() {}

    /** A change of a target's state; its id is (target, epoch, transition), the same when it is computed again. */
    static Event<TargetHealth> changed(
            TargetRef ref, Target before, Target after, @Nullable String cause, Instant now) {
        long epoch = epoch(after);
        String id = EventIds.of("health", ref.key(), epoch, after.transition());
        return event(id, type(before.streak() != null, shown(after)), ref.key(), cause, now, health(ref, after));
    }

    /**
     * Nobody could look; the transition number stays, and the id is (target, epoch, last sequence heard) (H10): of the
     * cluster, since a target is spoken of only when it changes.
     */
    static Event<TargetHealth> silenced(TargetRef ref, Target target, Sequence last, Instant now) {
        String id = EventIds.of("silence", ref.key(), epoch(target), last.term(), last.counter());
        return event(id, EventType.HEALTH_UNKNOWN, ref.key(), null, now, health(ref, target));
    }

    static Event<ClusterHealthChanged> reachability(
            Cluster before, Cluster after, ClusterObserved observed, @Nullable String cause, Instant now) {
        return reachability(observed.cluster(), before, after, observed.reason(), observed.message(), cause, now);
    }

    static Event<ClusterHealthChanged> unheard(String cluster, Cluster before, Cluster after, Instant now) {
        String message = "nothing was heard of it for " + after.silentAfter();
        return reachability(cluster, before, after, "Silent", message, null, now);
    }

    private static Event<ClusterHealthChanged> reachability(
            String cluster,
            Cluster before,
            Cluster after,
            @Nullable String reason,
            @Nullable String message,
            @Nullable String cause,
            Instant now) {
        return event(
                EventIds.of("reachability", cluster, after.transition()),
                EventType.CLUSTER_HEALTH_CHANGED,
                cluster,
                cause,
                now,
                new ClusterHealthChanged(
                        cluster, after.transition(), before.reachability(), after.reachability(), reason, message));
    }

    static Event<ClusterReported> reported(
            ClusterObserved observed,
            List<ClusterReported.ReportedTarget> targets,
            @Nullable String cause,
            Instant now) {
        ObservationSequence sequence = observed.sequence();
        return event(
                EventIds.of("report", observed.cluster(), sequence.term(), sequence.counter()),
                EventType.CLUSTER_REPORTED,
                observed.cluster(),
                cause,
                now,
                new ClusterReported(observed.cluster(), observed.reached(), observed.interval(), sequence, targets));
    }

    static ClusterReported.ReportedTarget inShort(TargetRef ref, Target target) {
        return new ClusterReported.ReportedTarget(
                ref.project(),
                ref.promotion(),
                epoch(target),
                target.transition(),
                shown(target),
                target.since(),
                target.steady(),
                EventIds.of(target.reasons().toArray()));
    }

    private static TargetHealth health(TargetRef ref, Target target) {
        Sequence last = look(target).sequence();
        Streak streak = target.streak();
        return new TargetHealth(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                epoch(target),
                target.transition(),
                shown(target),
                target.since(),
                target.steady(),
                target.reasons().stream().map(HealthMapper::reason).toList(),
                streak == null ? 0 : streak.count(),
                new ObservationSequence(last.term(), last.counter()));
    }

    private static TargetHealth.HealthReason reason(Reason reason) {
        ObjectName object = reason.object();
        return new TargetHealth.HealthReason(
                reason.check(),
                object == null
                        ? null
                        : new ObjectRef(object.apiVersion(), object.kind(), object.namespace(), object.name()),
                reason.verdict(),
                reason.reason(),
                reason.message());
    }

    private static EventType type(boolean wasFailing, HealthState to) {
        return switch (to) {
            case Progressing -> EventType.HEALTH_PROGRESSING;
            case Ready -> wasFailing ? EventType.HEALTH_RECOVERED : EventType.HEALTH_READY;
            case Degraded -> EventType.HEALTH_DEGRADED;
            case Failed -> EventType.HEALTH_FAILED;
            case Unknown -> EventType.HEALTH_UNKNOWN;
        };
    }

    private static <T> Event<T> event(
            String id, EventType type, String key, @Nullable String cause, Instant now, T data) {
        return new Event<>(id, SOURCE, type, key, now, null, cause, data);
    }

    private static long epoch(Target target) {
        return Objects.requireNonNull(target.held()).epoch();
    }

    private static Observation look(Target target) {
        return Objects.requireNonNull(target.look());
    }

    private static HealthState shown(Target target) {
        return Objects.requireNonNull(target.shown());
    }
}
