package io.sternway.promotion.testing;

import io.sternway.events.CommandCancelled;
import io.sternway.events.CommandTarget;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.RollbackRequested;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.Desired;
import io.sternway.events.TargetDeployment.Holds;
import io.sternway.events.TargetDeployment.Prune;
import io.sternway.events.TargetEpoch;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetRef;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Plays executor, watcher and evaluator: answers every command at once, reports every cluster five times a second, and
 * lets those (cluster, revision) fail, or those clusters be away, that a test names.
 */
public final class PlayedServices extends PlayedEvaluator implements AutoCloseable {

    /** Clusters of all tests: a reading without those of an earlier one would be held back. */
    private static final Map<String, Map<String, String>> INVENTORY = new ConcurrentHashMap<>();

    private static final Prune NO_PRUNE = new Prune(PruneState.None, List.of(), List.of(), null);

    private final KafkaConsumer<String, byte[]> commands;
    private final Map<String, Map<String, String>> clusters = new ConcurrentHashMap<>();
    private final Set<String> broken = new CopyOnWriteArraySet<>();
    private final Thread thread = new Thread(this::play, "played-services");
    private volatile boolean answering = true;
    private volatile boolean silent;

    public PlayedServices(String bootstrapServers) {
        super(bootstrapServers);
        commands = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = commands.partitionsFor(Topic.COMMANDS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        commands.assign(partitions);
        commands.seekToEnd(partitions);
        partitions.forEach(commands::position);
        thread.setDaemon(true);
    }

    public PlayedServices start() {
        thread.start();
        return this;
    }

    /** Adds clusters to the inventory and publishes it. */
    public void inventory(Map<String, Map<String, String>> more) {
        clusters.putAll(more);
        INVENTORY.putAll(more);
        publishInventory(INVENTORY);
    }

    /** Everything that was read last. */
    public static Map<String, Map<String, String>> lastInventory() {
        return Map.copyOf(INVENTORY);
    }

    /** That revision fails on that cluster once it is applied. */
    public void breaks(String promotion, String cluster, long revision) {
        broken.add(promotion + "/" + cluster + "/" + revision);
    }

    /** The cluster does not answer: nothing is applied there and reports say that it was not reached. */
    public void away(String cluster) {
        away.add(cluster);
    }

    /** The cluster answers again: what it was to hold is applied. */
    public void back(String cluster) {
        away.remove(cluster);
        targets.forEach((ref, target) -> {
            if (ref.cluster().equals(cluster) && target.desired().outcome() == Outcome.Pending) {
                apply(ref, target);
            }
        });
    }

    /** Reports stop, or go on. */
    public void silent(boolean value) {
        silent = value;
    }

    /** Commands are answered, or only read. */
    public void answering(boolean value) {
        answering = value;
    }

    public @Nullable TargetDeployment target(TargetRef ref) {
        return targets.get(ref);
    }

    private void play() {
        long nextReport = 0;
        while (!stopped) {
            for (ConsumerRecord<String, byte[]> record : commands.poll(Duration.ofMillis(20))) {
                if (answering && CloudEvents.read(record) instanceof Received.Known known) {
                    answer(known.event());
                }
            }
            if (System.nanoTime() > nextReport && !silent) {
                clusters.keySet().forEach(this::report);
                nextReport = System.nanoTime() + Duration.ofMillis(200).toNanos();
            }
        }
        commands.close();
    }

    private void answer(Event<?> event) {
        if (event.data() instanceof StageDeployRequested body) {
            body.targets()
                    .forEach(target -> desire(
                            new TargetRef(body.project(), body.promotion(), target.cluster()),
                            body.stage(),
                            desired(target, body.command(), Purpose.Deploy, body.revision(), body.snapshot())));
        } else if (event.data() instanceof RollbackRequested body) {
            body.targets()
                    .forEach(target -> desire(
                            new TargetRef(body.project(), body.promotion(), target.cluster()),
                            body.stage(),
                            desired(target, body.command(), Purpose.Rollback, body.revision(), body.snapshot())));
        } else if (event.data() instanceof TargetPruneRequested body) {
            body.targets().forEach(target -> prune(new TargetRef(body.project(), body.promotion(), target.cluster())));
        } else if (event.data() instanceof CommandCancelled body) {
            body.targets()
                    .forEach(target ->
                            cancel(new TargetRef(body.project(), body.promotion(), target.cluster()), target));
        } else if (event.data() instanceof TargetReleaseRequested body) {
            body.targets()
                    .forEach(target -> release(
                            new TargetRef(body.project(), body.promotion(), target.cluster()), target, body.command()));
        }
    }

    private static Desired desired(
            CommandTarget target, String command, Purpose purpose, long revision, String snapshot) {
        return desired(target.epoch(), command, purpose, revision, snapshot, Outcome.Pending);
    }

    private static Desired desired(
            long epoch, String command, Purpose purpose, long revision, String snapshot, Outcome outcome) {
        return new Desired(
                epoch, command, purpose, revision, snapshot, outcome, null, null, false, List.of(), 1, List.of());
    }

    private static Desired ended(Desired of, Outcome outcome) {
        return desired(of.epoch(), of.command(), of.purpose(), of.revision(), of.snapshot(), outcome);
    }

    private static TargetDeployment next(TargetDeployment before, Desired desired, @Nullable Holds holds, Prune prune) {
        return new TargetDeployment(
                before.project(),
                before.promotion(),
                before.cluster(),
                before.stage(),
                before.sequence() + 1,
                desired,
                holds,
                prune);
    }

    private void desire(TargetRef ref, String stage, Desired desired) {
        TargetDeployment before = targets.get(ref);
        TargetDeployment pending = new TargetDeployment(
                ref.project(),
                ref.promotion(),
                ref.cluster(),
                stage,
                before == null ? 1 : before.sequence() + 1,
                desired,
                before == null ? null : before.holds(),
                NO_PRUNE);
        targets.put(ref, pending);
        if (away.contains(ref.cluster())) {
            send(event(EventType.STAGE_DEPLOY_PENDING, pending));
        } else {
            apply(ref, pending);
        }
    }

    private void apply(TargetRef ref, TargetDeployment before) {
        Desired desired = before.desired();
        Holds holds = new Holds(desired.epoch(), desired.revision(), desired.snapshot(), true, List.of(), options());
        healths.remove(ref);
        say(EventType.STAGE_DEPLOYED, next(before, ended(desired, Outcome.Applied), holds, NO_PRUNE));
        boolean fails = broken.contains(ref.promotionRef().key() + "/" + ref.cluster() + "/" + desired.revision());
        health(ref, HealthState.Progressing);
        health(ref, fails ? HealthState.Failed : HealthState.Ready);
    }

    private void prune(TargetRef ref) {
        TargetDeployment before = targets.get(ref);
        if (before != null) {
            Prune done = new Prune(PruneState.Done, List.of(), List.of(), null);
            say(EventType.TARGET_PRUNED, next(before, before.desired(), before.holds(), done));
        }
    }

    private void cancel(TargetRef ref, TargetEpoch epoch) {
        TargetDeployment before = targets.get(ref);
        if (before != null
                && before.desired().epoch() == epoch.epoch()
                && before.desired().outcome() == Outcome.Pending) {
            Desired stopped = ended(before.desired(), Outcome.NotStarted);
            say(EventType.STAGE_DEPLOY_STOPPED, next(before, stopped, before.holds(), NO_PRUNE));
        }
    }

    private void release(TargetRef ref, TargetEpoch epoch, String command) {
        TargetDeployment before = targets.remove(ref);
        healths.remove(ref);
        if (before != null) {
            Desired last = before.desired();
            Desired released =
                    desired(epoch.epoch(), command, Purpose.Release, last.revision(), last.snapshot(), Outcome.Applied);
            send(event(EventType.TARGET_RELEASED, next(before, released, null, NO_PRUNE)));
            send(CloudEvents.tombstone(Topic.DEPLOYMENTS, ref.key(), PARTITIONS));
        }
    }

    private void say(EventType type, TargetDeployment now) {
        targets.put(now.target(), now);
        send(event(type, now));
    }

    private Event<TargetDeployment> event(EventType type, TargetDeployment body) {
        TargetRef ref = body.target();
        return new Event<>(
                EventIds.of(
                        type.name(), ref.key(), body.sequence(), body.desired().epoch()),
                Event.source("rollback-executor"),
                type,
                ref.key(),
                Instant.now(),
                null,
                body.desired().command(),
                body);
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

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join(2000);
        producer.close(Duration.ofSeconds(2));
    }
}
