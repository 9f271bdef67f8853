package io.sternway.watcher.messaging;

import io.sternway.clusters.Inventory;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.PartitionClaimed;
import io.sternway.messaging.CloudEvents;
import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.TargetObservation;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionClaim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Reports as records of an idempotent producer. A report that the broker does not take in time fails, and the next look
 * makes a newer one: nothing waits in memory but what is on its way.
 */
public final class KafkaReports implements Observations, AutoCloseable {

    /** The source of the watcher's events. */
    static final String SOURCE = Event.source("rollout-watcher");

    private static final Duration CLOSE = Duration.ofSeconds(2);
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Producer<String, byte[]> producer;
    private final String replica;
    private final String inventorySource;
    private final Clock clock;
    private final ExecutorService completions;
    private volatile long restUntil = System.nanoTime();

    /**
     * @param replica who claims partitions, for people
     * @param inventorySource the inventory's name
     * @param completions runs what follows a report; never the producer's own thread, which must not wait
     */
    public KafkaReports(
            Producer<String, byte[]> producer,
            String replica,
            String inventorySource,
            Clock clock,
            ExecutorService completions) {
        this.producer = producer;
        this.replica = replica;
        this.inventorySource = inventorySource;
        this.clock = clock;
        this.completions = completions;
    }

    @Override
    public CompletableFuture<PartitionClaim> claim(int partition) {
        String key = "_claim/" + partition;
        long at = clock.millis();
        return send(
                        partition,
                        event(
                                EventIds.of("claim", partition, replica, at),
                                EventType.PARTITION_CLAIMED,
                                key,
                                new PartitionClaimed(partition, replica)))
                .thenApply(stored -> new PartitionClaim(
                        stored.offset(), Instant.ofEpochMilli(stored.timestamp()), System.nanoTime()));
    }

    @Override
    public CompletableFuture<?> target(Stamp stamp, TargetObservation look) {
        String key = look.target().cluster() + "/" + look.target().name();
        return send(
                stamp.partition(),
                event(id(stamp), EventType.ROLLOUT_OBSERVED, key, ObservationMapper.rollout(stamp, look)));
    }

    @Override
    public CompletableFuture<?> cluster(
            Stamp stamp, ClusterObservation look, Duration interval, List<TargetObservation> seen) {
        return send(
                stamp.partition(),
                event(
                        id(stamp),
                        EventType.CLUSTER_OBSERVED,
                        look.cluster(),
                        ObservationMapper.cluster(stamp, look, interval, seen)));
    }

    /** Publishes a reading of the inventory that is whole; completes when it is stored. */
    public CompletableFuture<?> publish(Inventory inventory) {
        String key = "_inventory/" + inventorySource;
        String id = EventIds.of("inventory", inventorySource, inventory.hash(), replica, clock.millis());
        return send(0, event(id, EventType.INVENTORY_READ, key, inventory.asEvent(inventorySource)));
    }

    @Override
    public void close() {
        producer.close(CLOSE);
        completions.shutdown();
    }

    private static String id(Stamp stamp) {
        return EventIds.of("observation", stamp.partition(), stamp.term(), stamp.counter());
    }

    private <T> Event<T> event(String id, EventType type, String key, T data) {
        return new Event<>(id, SOURCE, type, key, clock.instant(), null, null, data);
    }

    private CompletableFuture<RecordMetadata> send(int partition, Event<?> event) {
        if (System.nanoTime() - restUntil < 0) {
            return CompletableFuture.failedFuture(new KafkaException("the broker does not answer"));
        }
        CompletableFuture<RecordMetadata> stored = new CompletableFuture<>();
        long began = System.nanoTime();
        try {
            Future<?> unused = producer.send(
                    CloudEvents.recordOn(partition, event),
                    (metadata, failed) -> completions.execute(() -> {
                        if (failed == null) {
                            stored.complete(metadata);
                        } else {
                            stored.completeExceptionally(failed);
                        }
                    }));
        } catch (KafkaException e) {
            stored.completeExceptionally(e);
        }
        if (System.nanoTime() - began > SLOW_NANOS) {
            // It waited for room or for metadata: others need not wait as well.
            restUntil = System.nanoTime() + REST_NANOS;
        }
        return stored;
    }
}
