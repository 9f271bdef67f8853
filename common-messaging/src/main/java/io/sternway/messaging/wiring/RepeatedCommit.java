package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaConnectorIncomingConfiguration;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.kafka.commit.KafkaCommitHandler;
import io.smallrye.reactive.messaging.kafka.impl.TopicPartitions;
import io.vertx.mutiny.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Commits at once behind what a channel's method returned from, and again while the broker cannot take it: until it has,
 * a later commit of that partition has been begun, or the partition is another's. SmallRye's own {@code latest} tries once,
 * so that a group stays behind its last record until the next one comes.
 */
final class RepeatedCommit implements KafkaCommitHandler {

    private static final Logger LOG = Logger.getLogger(RepeatedCommit.class);
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final KafkaConsumer<?, ?> consumer;
    private final Set<TopicPartition> assigned = ConcurrentHashMap.newKeySet();
    private final Map<TopicPartition, Long> pending = new ConcurrentHashMap<>();

    RepeatedCommit(KafkaConsumer<?, ?> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void partitionsAssigned(Collection<TopicPartition> partitions) {
        assigned.addAll(partitions);
    }

    @Override
    public void partitionsRevoked(Collection<TopicPartition> partitions) {
        assigned.removeAll(partitions);
        pending.keySet().removeAll(partitions);
    }

    @Override
    public void terminate(boolean graceful) {
        pending.clear();
    }

    @Override
    public <K, V> Uni<Void> handle(IncomingKafkaRecord<K, V> record) {
        TopicPartition partition = TopicPartitions.getTopicPartition(record);
        if (assigned.contains(partition)) {
            long next = record.getOffset() + 1;
            pending.put(partition, next);
            commit(partition, next);
        }
        return Uni.createFrom().voidItem();
    }

    private void commit(TopicPartition partition, long next) {
        Map<TopicPartition, OffsetAndMetadata> offset = Map.of(partition, new OffsetAndMetadata(next));
        Uni.createFrom()
                .deferred(() -> Long.valueOf(next).equals(pending.get(partition))
                        ? consumer.commitAsync(offset)
                        : Uni.createFrom().voidItem())
                .onFailure()
                .invoke(failure -> LOG.debugf("not committed: partition=%s offset=%d %s", partition, next, failure))
                .onFailure()
                .retry()
                .withBackOff(FIRST_WAIT, LONGEST_WAIT)
                .indefinitely()
                .subscribe()
                .with(done -> pending.remove(partition, next));
    }

    /** What {@code commit-strategy=repeated} is for the connector. */
    @Singleton
    @Identifier("repeated")
    @IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
    static final class Factory implements KafkaCommitHandler.Factory {
        @Override
        public KafkaCommitHandler create(
                KafkaConnectorIncomingConfiguration config,
                Vertx vertx,
                KafkaConsumer<?, ?> consumer,
                BiConsumer<Throwable, Boolean> reportFailure) {
            return new RepeatedCommit(consumer);
        }
    }
}
