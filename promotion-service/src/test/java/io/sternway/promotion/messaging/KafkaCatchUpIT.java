package io.sternway.promotion.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.Topic;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KafkaCatchUpIT {

    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    /** The topics do not have it: the broker never tells its end, as for a partition without a leader. */
    private static final int LEADERLESS = 99;

    private static EmbeddedKafka kafka;
    private static TestDatabase database;
    private static Admin admin;

    @BeforeAll
    static void start() throws ExecutionException, InterruptedException {
        kafka = new EmbeddedKafka().start().createTopics();
        database = new TestDatabase();
        admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int partition = 0; partition < 3; partition++) {
                producer.send(new ProducerRecord<>(Topic.HEALTH.topicName(), partition, null, new byte[1]))
                        .get();
            }
        }
    }

    @AfterAll
    static void stop() {
        admin.close();
        database.close();
        kafka.close();
    }

    @Test
    @DisplayName("A8 a partition without a leader and one that lags hold up no other, and each is proven by itself")
    void eachPartitionIsProvenByItself() {
        ConsumerPositions positions = new ConsumerPositions(database.dataSource());
        KafkaCatchUp catchUp = new KafkaCatchUp(new EndOffsets(() -> admin, Duration.ofHours(1)), positions);
        Map<Integer, Instant> proven = new HashMap<>();
        read(positions, 0);

        catchUp.ask(Set.of(0, 1, LEADERLESS), FIRST);
        awaitProven(catchUp, proven, Map.of(0, FIRST));

        Instant later = FIRST.plusSeconds(7);
        read(positions, 2);
        catchUp.ask(Set.of(1, 2), later);
        awaitProven(catchUp, proven, Map.of(0, FIRST, 2, later));

        read(positions, 1);
        awaitProven(catchUp, proven, Map.of(0, FIRST, 2, later, 1, FIRST));
    }

    private static void read(ConsumerPositions positions, int partition) {
        database.run(() -> positions.store(Map.of(new TopicPartition(Topic.HEALTH.topicName(), partition), 1L)));
    }

    private static void awaitProven(KafkaCatchUp catchUp, Map<Integer, Instant> proven, Map<Integer, Instant> wanted) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            proven.putAll(catchUp.proven());
            assertEquals(wanted, proven);
        });
    }
}
