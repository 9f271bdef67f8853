package io.sternway.executor;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.CommandCancelled;
import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.RollbackRequested;
import io.sternway.events.SnapshotPublished;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.settings.ApplyOptions;
import io.sternway.snapshot.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Plays promotion-service for one promotion: sends commands, reads the deployments topic. */
public final class Promoter implements AutoCloseable {
    private static final AtomicLong EPOCHS = new AtomicLong();
    private static final HealthOptions HEALTH = new HealthOptions(
            List.of("readiness"),
            null,
            null,
            null,
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5));
    private static final ApplyOptions OPTIONS =
            new ApplyOptions(ApplyOptions.Conflicts.Fail, List.of(), List.of(), ApplyOptions.HelmHooks.Refuse);

    public final String promotion = "p" + Long.toString(System.nanoTime(), 36);
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    private EventType lastType;
    private Object lastData;

    public Promoter(String bootstrap) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(Topic.DEPLOYMENTS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    static long epoch() {
        return EPOCHS.incrementAndGet();
    }

    /** Publishes a content; returns its hash. */
    public String publish(long revision, List<JsonNode> objects) {
        Snapshot snapshot = Snapshot.of(objects);
        send(
                EventType.SNAPSHOT_PUBLISHED,
                new SnapshotPublished("payments", promotion, "stage", revision, snapshot.hash(), snapshot.objects()));
        return snapshot.hash();
    }

    public long deploy(long revision, List<JsonNode> objects, Duration deadline, String... clusters) {
        String hash = Snapshot.of(objects).hash();
        List<CommandTarget> targets = targets(objects, clusters);
        send(
                EventType.STAGE_DEPLOY_REQUESTED,
                new StageDeployRequested(
                        UUID.randomUUID().toString(),
                        "payments",
                        promotion,
                        "stage",
                        "run-1",
                        revision,
                        hash,
                        deadline,
                        targets,
                        null,
                        OPTIONS,
                        HEALTH));
        return targets.get(0).epoch();
    }

    public long rollback(long revision, List<JsonNode> objects, Duration deadline, String... clusters) {
        String hash = Snapshot.of(objects).hash();
        List<CommandTarget> targets = targets(objects, clusters);
        send(
                EventType.ROLLBACK_REQUESTED,
                new RollbackRequested(
                        UUID.randomUUID().toString(),
                        "rb-1",
                        "payments",
                        promotion,
                        "stage",
                        "run-1",
                        revision + 1,
                        revision,
                        hash,
                        deadline,
                        targets,
                        OPTIONS,
                        HEALTH));
        return targets.get(0).epoch();
    }

    void prune(long epoch, Duration deadline, String cluster) {
        send(
                EventType.TARGET_PRUNE_REQUESTED,
                new TargetPruneRequested(
                        UUID.randomUUID().toString(),
                        "payments",
                        promotion,
                        "stage",
                        deadline,
                        List.of(new TargetEpoch(cluster, epoch))));
    }

    void cancel(long epoch, String cluster) {
        send(
                EventType.COMMAND_CANCELLED,
                new CommandCancelled(
                        UUID.randomUUID().toString(),
                        "payments",
                        promotion,
                        "Superseded",
                        List.of(new TargetEpoch(cluster, epoch))));
    }

    void release(TargetReleaseRequested.Mode mode, String cluster) {
        send(
                EventType.TARGET_RELEASE_REQUESTED,
                new TargetReleaseRequested(
                        UUID.randomUUID().toString(),
                        "payments",
                        promotion,
                        mode,
                        Duration.ofSeconds(30),
                        List.of(new TargetEpoch(cluster, epoch()))));
    }

    private List<CommandTarget> targets(List<JsonNode> objects, String... clusters) {
        List<CommandTarget> targets = new ArrayList<>();
        for (String cluster : clusters) {
            Map<String, String> labels = Map.of("env", "test");
            String hash =
                    Snapshot.of(objects).resolve(cluster, labels).snapshot().hash();
            targets.add(new CommandTarget(cluster, epoch(), labels, hash));
        }
        return targets;
    }

    /** Sends the last command again, as another event. */
    void repeat() {
        send(lastType, lastData);
    }

    private void send(EventType type, Object data) {
        lastType = type;
        lastData = data;
        Event<Object> event = new Event<>(
                UUID.randomUUID().toString(),
                "/sternway/promotion-service",
                type,
                "payments/" + promotion,
                Instant.now(),
                "run-1",
                null,
                data);
        try {
            producer.send(CloudEvents.toRecord(event, Topic.COMMANDS.defaultPartitions()))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for a record of a target that fits; all earlier ones are kept. */
    TargetDeployment await(String cluster, EventType type, Predicate<TargetDeployment> fits) {
        Instant end = Instant.now().plus(Duration.ofSeconds(30));
        while (Instant.now().isBefore(end)) {
            for (Told told : told(cluster)) {
                if (type.equals(told.type()) && told.state() != null && fits.test(told.state())) {
                    return told.state();
                }
            }
            consumer.poll(Duration.ofMillis(100)).forEach(records::add);
        }
        throw new AssertionError("no " + type.name() + " of " + cluster + " in " + told(cluster));
    }

    /** What was told of a target so far, in order. */
    List<Told> told(String cluster) {
        String key = cluster + "/payments/" + promotion;
        return records.stream()
                .filter(record -> key.equals(record.key()))
                .map(record -> CloudEvents.read(record) instanceof Received.Known known
                        ? new Told(
                                known.event().type(),
                                (TargetDeployment) known.event().data(),
                                record.partition())
                        : new Told(null, null, record.partition()))
                .toList();
    }

    record Told(EventType type, TargetDeployment state, int partition) {
        @Override
        public String toString() {
            return type == null
                    ? "tombstone"
                    : type.name() + "(" + state.sequence() + ", "
                            + state.desired().epoch() + ", "
                            + state.desired().outcome() + ", " + state.desired().reason() + ", "
                            + state.desired().message() + ")";
        }
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
