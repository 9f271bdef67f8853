package io.sternway.messaging.wiring;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.sternway.events.Event;
import io.sternway.events.Topic;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.sternway.messaging.testing.Samples;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
class WiringIT {

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedKafka kafka;

    @Inject
    Outbox outbox;

    @Inject
    ConsumerPositions positions;

    @Inject
    EndOffsets endOffsets;

    @Inject
    RecordingService service;

    @Inject
    DataSource dataSource;

    @Inject
    MeterRegistry meters;

    @Inject
    SmallRyeHealthReporter health;

    @Test
    void whatIsPublishedInATransactionIsConsumedAndThePositionsReachTheEnd() {
        List<Event<?>> published = new ArrayList<>();
        IntStream.range(0, 100).forEach(n -> published.add(Samples.clusterChanged("eu-" + n % 7, n)));

        QuarkusTransaction.requiringNew().run(() -> outbox.addAll(published));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertEquals(100, service.events().size()));
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertEquals(0, count("outbox")));
        List<TopicPartition> partitions = IntStream.range(0, Topic.HEALTH.defaultPartitions())
                .mapToObj(p -> new TopicPartition(Topic.HEALTH.topicName(), p))
                .toList();
        await().untilAsserted(() -> {
            Map<TopicPartition, Long> ends = new HashMap<>();
            endOffsets.ask(partitions).forEach((partition, end) -> ends.put(partition, end.join()));
            Map<TopicPartition, Long> stored = positions.read(List.of(Topic.HEALTH.topicName()));
            assertEquals(ends, stored);
        });
    }

    @Test
    void aRolledBackTransactionPublishesNothing() {
        assertThrows(
                RuntimeException.class,
                () -> QuarkusTransaction.requiringNew().run(() -> {
                    outbox.add(Samples.clusterChanged("never", 1));
                    throw new IllegalStateException("rolled back");
                }));
        assertEquals(0, count("outbox where key = 'never'"));
    }

    @Test
    void publishingOutsideATransactionIsRefused() {
        assertThrows(IllegalStateException.class, () -> outbox.add(Samples.clusterChanged("never", 1)));
    }

    @Test
    void aBareDocumentReachesTheService() throws Exception {
        byte[] document = "kind: Promotion".getBytes(StandardCharsets.UTF_8);
        long offset;
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Objects.requireNonNull(kafka).bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            offset = producer.send(new ProducerRecord<>(Topic.REQUESTS.topicName(), 3, "shop/web", document))
                    .get()
                    .offset();
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertEquals(
                        1,
                        service.documents().stream()
                                .filter(taken -> taken.id().equals("3-" + offset))
                                .count()));
    }

    @Test
    void theServiceIsReadyOnceItsTopicsAreRight() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertTrue(
                        health.getReadiness().getPayload().toString().contains("topics are right"),
                        () -> health.getReadiness().getPayload().toString()));
    }

    @Test
    void theServiceIsReadyOnceItsConsumersAreInTheirGroupsAndTheRelayHoldsItsSession() {
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            SmallRyeHealth readiness = health.getReadiness();
            assertFalse(readiness.isDown(), () -> readiness.getPayload().toString());
        });
        assertEquals(Set.of("topics", "consumers", "outbox"), checks(health.getReadiness()));
        assertEquals(Set.of("consumers", "outbox"), checks(health.getLiveness()));
        assertFalse(health.getLiveness().isDown());
    }

    private static Set<String> checks(SmallRyeHealth reported) {
        return reported.getPayload().getJsonArray("checks").stream()
                .map(check -> check.asJsonObject().getString("name"))
                .filter(name -> !name.contains(" "))
                .collect(Collectors.toSet());
    }

    private long count(String what) {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select count(*) from " + what)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
