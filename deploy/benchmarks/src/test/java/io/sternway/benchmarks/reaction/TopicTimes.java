package io.sternway.benchmarks.reaction;

import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.RollbackRequested;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetHealth;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** When what the services tell each other about a reaction can be read, in {@link System#nanoTime()} of the receipt. */
final class TopicTimes implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    /** What a service says first of a failure. */
    enum Step {
        /** The watcher: a Pod of it fails. */
        OBSERVED,
        /** The evaluator: it failed. */
        JUDGED,
        /** Promotion-service: it is to be rolled back. */
        COMMANDED
    }

    private record Key(String promotion, Step step) {}

    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread thread = new Thread(this::follow, "topic-times");
    private final Map<Key, CompletableFuture<Long>> expected = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Reads what comes from now on. */
    TopicTimes(String bootstrapServers) {
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = Stream.of(Topic.OBSERVATIONS, Topic.HEALTH, Topic.COMMANDS)
                .flatMap(topic -> consumer.partitionsFor(topic.topicName()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on: when it is said the next time. */
    CompletableFuture<Long> next(String promotion, Step step) {
        return expected.computeIfAbsent(new Key(promotion, step), key -> new CompletableFuture<>());
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try (consumer) {
            while (!closed) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    long now = System.nanoTime();
                    if (CloudEvents.read(record) instanceof Received.Known known) {
                        said(known.event()).map(expected::remove).ifPresent(waiting -> waiting.complete(now));
                    }
                }
            }
        }
    }

    private static Optional<Key> said(Event<?> event) {
        if (event.data() instanceof RolloutObserved seen
                && seen.objects().stream().anyMatch(TopicTimes::hasFailedPods)) {
            return Optional.of(new Key(seen.promotion(), Step.OBSERVED));
        }
        if (event.data() instanceof TargetHealth health && event.type().equals(EventType.HEALTH_FAILED)) {
            return Optional.of(new Key(health.promotion(), Step.JUDGED));
        }
        if (event.data() instanceof RollbackRequested rollback) {
            return Optional.of(new Key(rollback.promotion(), Step.COMMANDED));
        }
        return Optional.empty();
    }

    private static boolean hasFailedPods(RolloutObserved.ObservedObject object) {
        return object.workload() != null && !object.workload().failedPods().isEmpty();
    }
}
