package io.sternway.promotion.testing;

import io.sternway.events.ClusterReported;
import io.sternway.events.ClusterReported.ReportedTarget;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.ObservationSequence;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetHealth.HealthReason;
import io.sternway.events.TargetRef;
import io.sternway.messaging.CloudEvents;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Says how targets do, as watcher and evaluator would. */
class PlayedEvaluator extends PlayedTopics {

    static final Duration INTERVAL = Duration.ofSeconds(2);

    final Map<TargetRef, TargetDeployment> targets = new ConcurrentHashMap<>();
    final Map<TargetRef, TargetHealth> healths = new ConcurrentHashMap<>();
    final Set<String> away = new CopyOnWriteArraySet<>();

    volatile boolean stopped;

    PlayedEvaluator(String bootstrapServers) {
        super(bootstrapServers);
    }

    /** Health of a target goes to a state, on the event topic and in the reports. */
    public void health(TargetRef ref, HealthState state) {
        send(nextHealth(ref, state));
    }

    /** Health of a target goes to a state, but its event is lost: only reports tell (H10). */
    public void healthWithoutEvent(TargetRef ref, HealthState state) {
        nextHealth(ref, state);
    }

    /** The evaluator heard nothing of a target, said so, and died before it had noted that it did (H10). */
    public void unknownBySilence(TargetRef ref) {
        TargetHealth last = Objects.requireNonNull(healths.get(ref));
        TargetHealth silenced = new TargetHealth(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                last.epoch(),
                last.transition(),
                HealthState.Unknown,
                Instant.now(),
                null,
                List.of(new HealthReason("readiness", null, Verdict.NoData, "Silent", "nothing was heard")),
                0,
                last.sequence());
        send(new Event<>(
                EventIds.of("silence", ref.key(), counter.incrementAndGet()),
                Event.source("health-evaluator"),
                EventType.HEALTH_UNKNOWN,
                ref.key(),
                Instant.now(),
                null,
                null,
                silenced));
    }

    Event<TargetHealth> nextHealth(TargetRef ref, HealthState state) {
        TargetHealth before = healths.get(ref);
        TargetDeployment target = Objects.requireNonNull(targets.get(ref));
        long epoch = Objects.requireNonNull(target.holds()).epoch();
        List<HealthReason> reasons = state == HealthState.Ready
                ? List.of()
                : List.of(new HealthReason("readiness", null, Verdict.Fail, "CrashLoop", "back-off restarting"));
        TargetHealth body = new TargetHealth(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                epoch,
                before == null || before.epoch() != epoch ? 1 : before.transition() + 1,
                state,
                Instant.now(),
                null,
                reasons,
                0,
                new ObservationSequence(1, counter.incrementAndGet()));
        healths.put(ref, body);
        EventType type = switch (state) {
            case Progressing -> EventType.HEALTH_PROGRESSING;
            case Ready -> EventType.HEALTH_READY;
            case Degraded -> EventType.HEALTH_DEGRADED;
            case Failed -> EventType.HEALTH_FAILED;
            case Unknown -> EventType.HEALTH_UNKNOWN;
        };
        return new Event<>(
                EventIds.of("health", ref.key(), epoch, body.transition()),
                Event.source("health-evaluator"),
                type,
                ref.key(),
                Instant.now(),
                null,
                null,
                body);
    }

    /** Reports a cluster now, besides the reports that come by themselves. */
    public void report(String cluster) {
        boolean reached = !away.contains(cluster);
        List<ReportedTarget> seen = new ArrayList<>();
        healths.forEach((ref, health) -> {
            if (reached && ref.cluster().equals(cluster)) {
                seen.add(new ReportedTarget(
                        ref.project(),
                        ref.promotion(),
                        health.epoch(),
                        health.transition(),
                        health.state(),
                        health.since(),
                        health.steady(),
                        "r"));
            }
        });
        long number = counter.incrementAndGet();
        Future<RecordMetadata> unattended = producer.send(CloudEvents.toRecord(
                new Event<>(
                        "report-" + cluster + "-" + number,
                        Event.source("health-evaluator"),
                        EventType.CLUSTER_REPORTED,
                        cluster,
                        Instant.now(),
                        null,
                        null,
                        new ClusterReported(cluster, reached, INTERVAL, new ObservationSequence(1, number), seen)),
                PARTITIONS));
        if (stopped) {
            unattended.cancel(false);
        }
    }
}
