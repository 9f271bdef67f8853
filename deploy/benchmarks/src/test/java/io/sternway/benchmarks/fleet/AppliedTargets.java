package io.sternway.benchmarks.fleet;

import io.sternway.events.TargetDeployment;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.vocabulary.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads from the topic of deployments which targets hold what was asked for. */
public final class AppliedTargets implements AutoCloseable {

    private static final Duration POLL = Duration.ofSeconds(1);

    private final KafkaConsumer<String, byte[]> consumer;
    private final long since;
    private final Predicate<TargetDeployment> wanted;
    private final Map<String, Long> applied = new HashMap<>();

    /**
     * Begins at the beginning of the topic.
     *
     * @param since older records do not count, in milliseconds of the broker's clock
     * @param wanted which records count, among those that say applied
     */
    public AppliedTargets(String bootstrapServers, long since, Predicate<TargetDeployment> wanted) {
        this.since = since;
        this.wanted = wanted;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> all = consumer.partitionsFor(Topic.DEPLOYMENTS.topicName()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /**
     * Waits for so many.
     *
     * @return when each was stored, by {@code cluster/promotion}, in milliseconds of the broker's clock
     * @throws IllegalStateException if none comes for so long
     */
    public Map<String, Long> await(int count, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (applied.size() < count) {
            int before = applied.size();
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                if (record.timestamp() >= since
                        && CloudEvents.read(record) instanceof Received.Known known
                        && known.event().data() instanceof TargetDeployment body
                        && body.desired().outcome() == Outcome.Applied
                        && wanted.test(body)) {
                    applied.putIfAbsent(body.cluster() + "/" + body.promotion(), record.timestamp());
                }
            }
            if (applied.size() > before) {
                end = System.nanoTime() + patience.toNanos();
            } else if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "only " + applied.size() + " of " + count + " targets, none more for " + patience);
            }
        }
        return Map.copyOf(applied);
    }

    /**
     * Waits until no record has come for so long.
     *
     * @throws IllegalStateException if they go on for all of the patience
     */
    public void awaitQuiet(Duration quiet, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        long heard = System.nanoTime();
        while (System.nanoTime() - heard < quiet.toNanos()) {
            if (!consumer.poll(POLL).isEmpty()) {
                heard = System.nanoTime();
            }
            if (heard > end) {
                throw new IllegalStateException("records about targets still come after " + patience);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
