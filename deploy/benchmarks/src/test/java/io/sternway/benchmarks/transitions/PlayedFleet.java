package io.sternway.benchmarks.transitions;

import io.sternway.events.ClusterReported;
import io.sternway.events.ClusterReported.ReportedTarget;
import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.InventoryRead;
import io.sternway.events.InventoryRead.InventoryCluster;
import io.sternway.events.ObservationSequence;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.Desired;
import io.sternway.events.TargetDeployment.Holds;
import io.sternway.events.TargetDeployment.Prune;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Plays executor, watcher and evaluator: every command succeeds at once, every target is ready, every cluster reports. */
final class PlayedFleet implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(20);

    private final List<InventoryCluster> clusters;
    private final int partitions = Topic.HEALTH.defaultPartitions();
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> commands;
    private final Map<TargetRef, TargetDeployment> targets = new HashMap<>();
    private final Map<String, Map<TargetRef, TargetHealth>> healths = new HashMap<>();
    private final Thread thread = new Thread(this::play, "played-fleet");
    private long counter;
    private volatile boolean closed;

    PlayedFleet(String bootstrapServers, List<InventoryCluster> clusters) {
        this.clusters = List.copyOf(clusters);
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", "1"),
                new StringSerializer(),
                new ByteArraySerializer());
        this.commands = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = commands.partitionsFor(Topic.COMMANDS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        commands.assign(all);
        commands.seekToBeginning(all);
        thread.setDaemon(true);
    }

    /** Publishes the inventory, and begins to report and to answer. */
    void start() {
        String hash = EventIds.of(clusters.toArray());
        send(new Event<>(
                EventIds.of("inventory", hash),
                Event.source("rollout-watcher"),
                EventType.INVENTORY_READ,
                "_inventory/bench",
                Instant.now(),
                null,
                null,
                new InventoryRead("bench", hash, clusters)));
        thread.start();
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join();
        producer.close();
    }

    private void play() {
        try (commands) {
            long nextReport = System.nanoTime();
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : commands.poll(POLL)) {
                    if (CloudEvents.read(record) instanceof Received.Known known) {
                        answer(known.event().data());
                    }
                }
                if (System.nanoTime() - nextReport >= 0) {
                    clusters.forEach(cluster -> report(cluster.name()));
                    nextReport += INTERVAL.toNanos();
                }
            }
        }
    }

    private void answer(Object command) {
        if (command instanceof StageDeployRequested body) {
            body.targets().forEach(target -> apply(body, target));
        } else if (command instanceof TargetPruneRequested body) {
            body.targets().forEach(target -> prune(new TargetRef(body.project(), body.promotion(), target.cluster())));
        }
    }

    private void apply(StageDeployRequested body, CommandTarget target) {
        TargetRef ref = new TargetRef(body.project(), body.promotion(), target.cluster());
        TargetDeployment before = targets.get(ref);
        TargetDeployment applied = new TargetDeployment(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                body.stage(),
                before == null ? 1 : before.sequence() + 1,
                new Desired(
                        target.epoch(),
                        body.command(),
                        Purpose.Deploy,
                        body.revision(),
                        body.snapshot(),
                        Outcome.Applied,
                        null,
                        null,
                        false,
                        List.of(),
                        1,
                        List.of()),
                new Holds(target.epoch(), body.revision(), body.snapshot(), true, List.of(), options()),
                prune(PruneState.None));
        targets.put(ref, applied);
        send(EventType.STAGE_DEPLOYED, applied);
        ready(ref, target.epoch());
    }

    private void ready(TargetRef ref, long epoch) {
        TargetHealth health = new TargetHealth(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                epoch,
                1,
                HealthState.Ready,
                Instant.now(),
                null,
                List.of(),
                0,
                new ObservationSequence(1, ++counter));
        healths.computeIfAbsent(ref.cluster(), cluster -> new HashMap<>()).put(ref, health);
        send(new Event<>(
                EventIds.of("health", ref.key(), epoch, 1),
                Event.source("health-evaluator"),
                EventType.HEALTH_READY,
                ref.key(),
                Instant.now(),
                null,
                null,
                health));
    }

    private void prune(TargetRef ref) {
        TargetDeployment before = Objects.requireNonNull(targets.get(ref));
        TargetDeployment pruned = new TargetDeployment(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                before.stage(),
                before.sequence() + 1,
                before.desired(),
                before.holds(),
                prune(PruneState.Done));
        targets.put(ref, pruned);
        send(EventType.TARGET_PRUNED, pruned);
    }

    private void report(String cluster) {
        long number = ++counter;
        List<ReportedTarget> seen = new ArrayList<>();
        healths.getOrDefault(cluster, Map.of())
                .forEach((ref, health) -> seen.add(new ReportedTarget(
                        ref.project(),
                        ref.promotion(),
                        health.epoch(),
                        health.transition(),
                        health.state(),
                        health.since(),
                        health.steady(),
                        "")));
        send(new Event<>(
                EventIds.of("report", cluster, number),
                Event.source("health-evaluator"),
                EventType.CLUSTER_REPORTED,
                cluster,
                Instant.now(),
                null,
                null,
                new ClusterReported(cluster, true, INTERVAL, new ObservationSequence(1, number), seen)));
    }

    private void send(EventType type, TargetDeployment body) {
        send(new Event<>(
                EventIds.of(
                        type.name(),
                        body.target().key(),
                        body.sequence(),
                        body.desired().epoch()),
                Event.source("rollback-executor"),
                type,
                body.target().key(),
                Instant.now(),
                null,
                body.desired().command(),
                body));
    }

    private void send(Event<?> event) {
        var unused = producer.send(CloudEvents.toRecord(event, partitions), (metadata, failure) -> {
            if (failure != null) {
                throw new IllegalStateException("the broker did not take " + event.type(), failure);
            }
        });
    }

    private static Prune prune(PruneState state) {
        return new Prune(state, List.of(), List.of(), null);
    }

    private static HealthOptions options() {
        return new HealthOptions(
                List.of("readiness"),
                null,
                null,
                null,
                INTERVAL,
                INTERVAL,
                Duration.ofSeconds(30),
                Duration.ofMinutes(5));
    }
}
