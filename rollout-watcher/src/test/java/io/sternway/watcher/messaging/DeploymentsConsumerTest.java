package io.sternway.watcher.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sternway.events.Topic;
import io.sternway.watcher.app.observe.FakeClusters;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.poll.ClusterPollers;
import io.sternway.watcher.app.poll.PollSettings;
import io.sternway.watcher.app.poll.PollThreads;
import io.sternway.watcher.app.poll.WatchPartitions;
import io.sternway.watcher.app.report.PublishInventory;
import io.sternway.watcher.domain.readiness.Readiness;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeploymentsConsumerTest {

    private static final TopicPartition KEPT = new TopicPartition(Topic.DEPLOYMENTS.topicName(), 2);
    private static final TopicPartition NEW = new TopicPartition(Topic.DEPLOYMENTS.topicName(), 3);

    private final LikeKafka kafka = new LikeKafka();
    private final PollThreads threads = new PollThreads(1, 1);
    private final DeploymentsConsumer consumer = new DeploymentsConsumer(
            kafka,
            partitions(),
            new DeadLetterReports(new MockProducer<>(), new SimpleMeterRegistry(), Clock.systemUTC()));

    @BeforeEach
    void ownAPartitionThatWasRead() {
        kafka.assign(List.of(KEPT, NEW));
        kafka.updateBeginningOffsets(Map.of(KEPT, 0L, NEW, 0L));
        kafka.seek(KEPT, 271);
        kafka.seek(NEW, 99);
    }

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    @Tag("H5")
    @DisplayName(
            "H5 a rebalance that brings nothing reads nothing again: an older record would be taken for the newest")
    void whatIsKeptGoesOn() {
        consumer.onPartitionsAssigned(List.of());

        assertEquals(271, kafka.position(KEPT));
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 a partition that is new is read from its beginning, those that are kept are not")
    void whatIsNewIsReadFromItsBeginning() {
        consumer.onPartitionsAssigned(List.of(NEW));

        assertEquals(0, kafka.position(NEW));
        assertEquals(271, kafka.position(KEPT));
    }

    private WatchPartitions partitions() {
        FakeClusters clusters = new FakeClusters();
        KafkaReports reports =
                new KafkaReports(new MockProducer<>(), "replica", "default", Clock.systemUTC(), threads.timer());
        ClusterPollers pollers = new ClusterPollers(
                clusters,
                new ObserveCluster(clusters, new Readiness(Duration.ZERO), Runnable::run),
                reports,
                threads,
                new PollSettings(
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofSeconds(3)),
                (look, took) -> {});
        return new WatchPartitions(
                pollers, reports, new PublishInventory(reports::publish, threads.timer()), threads.timer());
    }

    /** Kafka's own consumer takes no partitions for all of them; the mock does not. */
    private static final class LikeKafka extends MockConsumer<byte[], byte[]> {

        LikeKafka() {
            super("earliest");
        }

        @Override
        public synchronized void seekToBeginning(Collection<TopicPartition> partitions) {
            super.seekToBeginning(partitions.isEmpty() ? assignment() : partitions);
        }
    }
}
