package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.health.AppliedSnapshot;
import io.sternway.evaluator.domain.health.Cluster;
import io.sternway.evaluator.domain.health.Target;
import io.sternway.evaluator.domain.health.TargetEvaluation;
import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.events.ClusterObserved;
import io.sternway.events.ClusterReported.ReportedTarget;
import io.sternway.events.Event;
import io.sternway.events.ObservationSequence;
import io.sternway.events.ObservedTarget;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetRef;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * One task's shell: keeps what is known of the targets and clusters of a partition, lets the domain decide, and forwards
 * what it says. {@code now} is the record's own timestamp, so that replaying the input gives the same output; the one
 * act by the wall clock is {@link SilentClusters} (H10).
 */
final class HealthTask {

    static final String TARGETS = "targets";
    static final String CLUSTERS = "clusters";
    static final String TERMS = "terms";

    /** How often a task looks for silence; silence is measured in intervals, which are seconds at least. */
    private static final Duration SILENCE_CHECK = Duration.ofSeconds(1);

    private final SilentClusters silentClusters;
    private final EventSinks sinks;
    private final KeyValueStore<String, Target> targets;
    private final KeyValueStore<String, Cluster> clusters;
    private final KeyValueStore<Integer, Long> terms;
    private final ProcessorContext<String, byte[]> context;

    HealthTask(ProcessorContext<String, byte[]> context) {
        this.context = context;
        this.silentClusters = new SilentClusters(SILENCE_CHECK, context.currentSystemTimeMs());
        this.sinks = new EventSinks(context);
        this.targets = context.getStateStore(TARGETS);
        this.clusters = context.getStateStore(CLUSTERS);
        this.terms = context.getStateStore(TERMS);
        context.schedule(SILENCE_CHECK, PunctuationType.WALL_CLOCK_TIME, this::checkSilence);
    }

    void process(Record<String, byte[]> record) {
        RecordMetadata at = context.recordMetadata().orElseThrow();
        Origin origin = new Origin(at.topic(), at.partition(), at.offset(), record.key());
        Received received = CloudEvents.read(origin, record.headers(), record.value());
        if (received instanceof Received.Undecodable undecodable) {
            sinks.deadLetter(origin, record, undecodable.reason(), undecodable.message());
        } else if (received instanceof Received.Tombstone) {
            targets.delete(record.key());
        } else if (received instanceof Received.Known known) {
            handle(known.event(), origin, record);
        }
    }

    /** An exception that nobody expected concerns one record; what comes after it is still evaluated. */
    private void handle(Event<?> event, Origin origin, Record<String, byte[]> record) {
        InputRecord input = new InputRecord(
                event.id(), Instant.ofEpochMilli(record.timestamp()), origin.partition(), origin.offset());
        try {
            dispatch(event.data(), input);
        } catch (StreamsException e) {
            throw e;
        } catch (RuntimeException e) {
            sinks.deadLetter(origin, record, "ProcessingFailed", e.toString());
        }
    }

    private void dispatch(Object data, InputRecord input) {
        if (data instanceof TargetDeployment deployment) {
            deployed(deployment, input);
        } else if (data instanceof RolloutObserved observed) {
            looked(observed, input);
        } else if (data instanceof ClusterObserved observed) {
            observed(observed, input);
        } else if (data instanceof PartitionClaimed) {
            terms.put(input.partition(), input.offset());
        }
    }

    private void deployed(TargetDeployment deployment, InputRecord input) {
        TargetDeployment.Holds holds = deployment.holds();
        if (holds == null || !holds.complete()) {
            return;
        }
        Target before = target(deployment.target().key());
        Target after = before.holds(ObservationMapper.held(holds));
        if (after.transition() == 0) {
            evaluate(deployment.target(), before, after, input);
        } else {
            keep(deployment.target(), before, after, after, input);
        }
    }

    private void looked(RolloutObserved observed, InputRecord input) {
        if (isOfOlderOwner(observed.sequence(), input)) {
            return;
        }
        Target before = target(observed.target().key());
        Target after = before.seen(ObservationMapper.look(observed));
        if (!after.equals(before)) {
            evaluate(observed.target(), before, after, input);
        }
    }

    private void observed(ClusterObserved observed, InputRecord input) {
        Sequence sequence = ObservationMapper.sequence(observed.sequence());
        Cluster before = clusters.get(observed.cluster());
        Cluster known = before == null ? Cluster.first(input.time()) : before;
        if (isOfOlderOwner(observed.sequence(), input) || !known.isNews(sequence)) {
            return;
        }
        Cluster after = known.observed(observed.reached(), observed.interval(), sequence, input.time());
        if (after.transition() != known.transition()) {
            sinks.health(HealthMapper.reachability(known, after, observed, input.cause(), input.time()));
        }
        List<ReportedTarget> reported = new ArrayList<>(observed.targets().size());
        for (ObservedTarget looked : observed.targets()) {
            reportTarget(new TargetRef(looked.project(), looked.promotion(), observed.cluster()), looked, input)
                    .ifPresent(reported::add);
        }
        if (after.isSilent(input.time())) {
            silenceTargets(observed.cluster(), after, input.time());
            after = after.silence();
        }
        clusters.put(observed.cluster(), after);
        silentClusters.heard(observed.cluster(), context.currentSystemTimeMs());
        sinks.health(HealthMapper.reported(observed, reported, input.cause(), input.time()));
    }

    private Optional<ReportedTarget> reportTarget(TargetRef ref, ObservedTarget looked, InputRecord input) {
        Target before = target(ref.key());
        AppliedSnapshot held = before.held();
        if (held == null || held.epoch() != looked.epoch() || !before.evaluable()) {
            return Optional.empty();
        }
        boolean evaluated = before.fresh() && !before.silent();
        Target after = (evaluated ? before : TargetEvaluation.evaluate(before, input.time())).tickEnded();
        keep(ref, before, before, after, input);
        return Optional.of(HealthMapper.inShort(ref, after));
    }

    private void evaluate(TargetRef ref, Target before, Target merged, InputRecord input) {
        keep(ref, before, merged, merged.evaluable() ? TargetEvaluation.evaluate(merged, input.time()) : merged, input);
    }

    /** Stores what changed, and says so if the state did. */
    private void keep(TargetRef ref, Target before, Target merged, Target after, InputRecord input) {
        if (!after.equals(before)) {
            targets.put(ref.key(), after);
        }
        if (after.transition() != merged.transition()) {
            sinks.health(HealthMapper.changed(ref, merged, after, input.cause(), input.time()));
        }
    }

    private void checkSilence(long nowMillis) {
        for (String cluster : silentClusters.silent(nowMillis, this::silenceAfter)) {
            Instant now = Instant.ofEpochMilli(nowMillis);
            Cluster before = clusters.get(cluster);
            if (before == null) {
                continue;
            }
            Cluster after = before.unheard().silence();
            if (after.transition() != before.transition()) {
                sinks.health(HealthMapper.unheard(cluster, before, after, now));
            }
            if (!before.silenced()) {
                silenceTargets(cluster, before, now);
            }
            clusters.put(cluster, after);
        }
    }

    private Duration silenceAfter(String cluster) {
        Cluster known = clusters.get(cluster);
        return known == null ? Duration.ZERO : known.silentAfter();
    }

    private void silenceTargets(String name, Cluster cluster, Instant now) {
        List<KeyValue<String, Target>> spoken = new ArrayList<>();
        try (KeyValueIterator<String, Target> all = targets.prefixScan(name + "/", new StringSerializer())) {
            all.forEachRemaining(entry -> {
                if (entry.value.transition() > 0 && !entry.value.silent()) {
                    spoken.add(entry);
                }
            });
        }
        for (KeyValue<String, Target> entry : spoken) {
            Target silenced = entry.value.silenced(cluster.silentAfter());
            targets.put(entry.key, silenced);
            sinks.health(HealthMapper.silenced(TargetRef.ofKey(entry.key), silenced, cluster.sequence(), now));
        }
    }

    private boolean isOfOlderOwner(ObservationSequence sequence, InputRecord input) {
        Long term = terms.get(input.partition());
        return term != null && sequence.term() < term;
    }

    private Target target(String key) {
        Target known = targets.get(key);
        return known == null ? Target.NEW : known;
    }
}
