package io.sternway.messaging.wiring;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.sternway.events.Topic;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@QuarkusTest
@WithTestResource(value = KafkaAndPostgres.class, initArgs = @ResourceArg(name = "kafka", value = "later"))
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@DisplayName("A channel begins when the topics are right, without a restart, and when it has died the probes say so")
class LateBrokerIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedKafka kafka;

    @Inject
    RecordingService service;

    @Inject
    SmallRyeHealthReporter health;

    @Test
    @Order(1)
    void nothingIsConsumedBeforeTheTopicsAreRight() throws Exception {
        assertNotReady("not in their groups: health, requests");
        broker().start();
        Topic[] some = Stream.of(Topic.values())
                .filter(topic -> topic != Topic.DEAD_LETTERS)
                .toArray(Topic[]::new);
        broker().createTopics(some);
        publish("early");
        await().atMost(LONG).untilAsserted(() -> assertNotReady("topics are wrong"));
        try (Admin admin = broker().admin()) {
            assertEquals(
                    0,
                    admin.listGroups(ListGroupsOptions.forConsumerGroups())
                            .all()
                            .get()
                            .size());
        }
        assertTrue(service.documents().isEmpty());
        assertFalse(health.getLiveness().isDown());

        broker().createTopics(Topic.DEAD_LETTERS);

        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(1, service.documents().size()));
        await().atMost(LONG)
                .untilAsserted(() -> assertFalse(
                        health.getReadiness().isDown(),
                        () -> health.getReadiness().getPayload().toString()));
    }

    @Test
    @Order(2)
    void aBrokerThatComesBackIsReadOn() throws Exception {
        broker().stop();
        broker().start();
        publish("again");
        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(2, service.documents().size()));
        assertFalse(health.getLiveness().isDown());
    }

    @Test
    @Order(3)
    void whatWasStoredWhileTheBrokerWasAwayIsCommittedOnceItIsBack() throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        service.beforeDocuments(batch -> {
            inHand.countDown();
            assertTrue(reached(stopped));
        });
        publish("stored meanwhile");
        assertTrue(reached(inHand));
        broker().stop();
        stopped.countDown();
        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(3, service.documents().size()));
        broker().start();
        try (Admin admin = broker().admin()) {
            await().atMost(LONG).ignoreExceptions().untilAsserted(() -> assertEquals(3, committed(admin)));
        }
    }

    @Test
    @Order(4)
    void aChannelThatHasDiedIsNeitherAliveNorReady() throws Exception {
        service.die();
        publish("deadly");
        await().atMost(LONG).untilAsserted(() -> {
            assertNotReady("not in their groups: requests");
            SmallRyeHealth liveness = health.getLiveness();
            assertTrue(liveness.isDown());
            String payload = liveness.getPayload().toString();
            assertTrue(payload.contains("dead or stuck: requests"), payload);
        });
    }

    private static boolean reached(CountDownLatch latch) {
        try {
            return latch.await(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static long committed(Admin admin) throws ExecutionException, InterruptedException {
        return admin
                .listConsumerGroupOffsets("test-service-requests")
                .partitionsToOffsetAndMetadata()
                .get()
                .values()
                .stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    private void assertNotReady(String why) {
        SmallRyeHealth readiness = health.getReadiness();
        assertTrue(readiness.isDown());
        String payload = readiness.getPayload().toString();
        assertTrue(payload.contains(why), payload);
    }

    private void publish(String document) throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker().bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(
                            Topic.REQUESTS.topicName(), "shop/web", document.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }

    private EmbeddedKafka broker() {
        return Objects.requireNonNull(kafka);
    }
}
