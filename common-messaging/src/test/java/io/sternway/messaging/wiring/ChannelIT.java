package io.sternway.messaging.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.health.SmallRyeHealthReporter;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.store.StoreException;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
@DisplayName("What comes through a channel has its consequence, once, whatever happens")
class ChannelIT {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String GROUP = "test-service-requests";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /** What a poll may bring at most (application.properties). */
    private static final int BATCH = 10;

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedKafka kafka;

    @Inject
    RecordingService service;

    @Inject
    KafkaClientService clients;

    @Inject
    MeterRegistry meters;

    @Inject
    SmallRyeHealthReporter health;

    private final String test = "test-" + NUMBER.incrementAndGet();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private @Nullable Admin admin;

    @BeforeEach
    void connect() {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        admin = broker().admin();
    }

    @AfterEach
    void mend() {
        service.beforeDocuments(batch -> {});
        Objects.requireNonNull(producer).close();
        Objects.requireNonNull(admin).close();
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsSkippedOrCommittedAndMemoryIsBounded() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger tries = new AtomicInteger();
        service.beforeDocuments(batch -> {
            if (away.get()) {
                tries.incrementAndGet();
                throw new StoreException("away", new SQLTransientConnectionException("away"));
            }
        });
        Map<TopicPartition, Long> before = committed();
        IntStream.range(0, 40 * BATCH).forEach(n -> send(n % 3, "web".getBytes(UTF_8), test + "-" + n));
        awaitSent();
        await().atMost(LONG).until(() -> tries.get() > 3);

        // Longer than max.poll.interval.ms: whoever did not poll would be out of its group by now.
        await().pollDelay(Duration.ofSeconds(5)).atMost(LONG).until(() -> members() == 1);
        assertEquals(before, committed());
        long polled = polled(before);
        assertTrue(polled <= 3 * BATCH, () -> "polled meanwhile: " + polled);
        assertTrue(isReady() && isAlive());

        away.set(false);

        await().atMost(LONG).untilAsserted(() -> assertEquals(40 * BATCH, taken().size()));
        for (int partition = 0; partition < 3; partition++) {
            int ours = partition;
            assertEquals(
                    IntStream.range(0, 40 * BATCH)
                            .filter(n -> n % 3 == ours)
                            .mapToObj(n -> test + "-" + n)
                            .toList(),
                    taken().stream()
                            .filter(document -> document.origin().partition() == ours)
                            .map(Received.Message::id)
                            .toList());
        }
        await().atMost(LONG).untilAsserted(() -> assertEquals(40L * BATCH, sum(committed()) - sum(before)));
        assertEquals(
                0,
                meters.get("sternway.intake.lag")
                        .tag("channel", "requests")
                        .gauge()
                        .value());
        assertTrue(meters.get("sternway.intake.retries")
                        .tag("channel", "requests")
                        .counter()
                        .count()
                >= tries.get());
    }

    @Test
    @DisplayName("what broke its handler is isolated and a dead letter with its bytes; the rest goes on in order")
    void aRecordThatBreaksItsHandlerIsIsolated() throws Exception {
        service.beforeDocuments(batch -> batch.documents().forEach(document -> {
            if (document.id().equals(test + "-3")) {
                throw new IllegalStateException("nobody expected this");
            }
            if (document.id().equals(test + "-7")) {
                throw new TerminalException("Nonsense", "seven makes no sense");
            }
        }));
        IntStream.range(0, 12).forEach(n -> send(1, "web".getBytes(UTF_8), test + "-" + n));
        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(
                        IntStream.range(0, 12)
                                .filter(n -> n != 3 && n != 7)
                                .mapToObj(n -> test + "-" + n)
                                .toList(),
                        taken().stream().map(Received.Message::id).toList()));
        List<String> letters = readDeadLetters(2);
        assertTrue(letters.get(0).contains("HandlerFailed"), letters.toString());
        assertTrue(letters.get(1).contains("Nonsense"), letters.toString());
        assertFalse(letters.toString().contains("smallrye"), letters.toString());
    }

    @Test
    @DisplayName(
            "a document comes bare, in binary or structured mode, without a key or with that of another serialiser")
    void everyFormReachesTheIntakeAsItIs() {
        String structured = "{\"specversion\":\"1.0\",\"id\":\"" + test + "-structured\",\"source\":\"/ci\",\"type\":\""
                + CloudEvents.PROMOTION_REQUESTED + "\",\"data\":{\"kind\":\"Promotion\"}}";
        send(
                2,
                null,
                structured.getBytes(UTF_8),
                Map.of("content-type", "application/cloudevents+json; charset=utf-8"));
        send(2, null, test + "-without-key");
        send(2, ByteBuffer.allocate(8).putLong(-1).array(), test + "-number-as-key");
        send(2, null, (test + " bare").getBytes(UTF_8), Map.of());
        await().atMost(LONG).untilAsserted(() -> {
            List<String> ids = taken().stream().map(Received.Message::id).toList();
            assertEquals(List.of(test + "-structured", test + "-without-key", test + "-number-as-key"), ids);
            assertTrue(service.documents().stream()
                    .anyMatch(document -> new String(document.bytes(), UTF_8).equals(test + " bare")));
        });
    }

    @Test
    void anotherMemberGetsItsShareAndWhatItHeldComesBackWhenItFallsSilent() throws Exception {
        await().atMost(LONG).until(() -> members() == 1);
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker().bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                GROUP,
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                2000,
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                2000,
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                500,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false);
        try (KafkaConsumer<byte[], byte[]> other =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            other.subscribe(List.of(Topic.REQUESTS.topicName()));
            await().atMost(LONG).until(() -> {
                other.poll(Duration.ofMillis(100));
                return !other.assignment().isEmpty() && members() == 2;
            });
            assertTrue(isReady());
            for (int partition = 0; partition < Topic.REQUESTS.defaultPartitions(); partition++) {
                send(partition, "web".getBytes(UTF_8), test + "-" + partition);
            }
            // It took its share and stored nothing; from now on it is silent.
            other.poll(Duration.ofSeconds(1));
            await().atMost(LONG).untilAsserted(() -> assertEquals(Topic.REQUESTS.defaultPartitions(), taken().size()));
        }
        assertEquals(
                taken().size(),
                taken().stream().map(Received.Message::id).distinct().count());
        await().atMost(LONG).until(() -> isReady() && isAlive());
    }

    private void send(int partition, byte @Nullable [] key, String id) {
        send(
                partition,
                key,
                "kind: Promotion".getBytes(UTF_8),
                Map.of(
                        "ce_specversion",
                        "1.0",
                        "ce_id",
                        id,
                        "ce_source",
                        "/ci",
                        "ce_type",
                        CloudEvents.PROMOTION_REQUESTED));
    }

    private void send(int partition, byte @Nullable [] key, byte[] value, Map<String, String> headers) {
        Headers sentHeaders = CloudEvents.toHeaders(headers);
        sent.add(Objects.requireNonNull(producer)
                .send(new ProducerRecord<>(Topic.REQUESTS.topicName(), partition, key, value, sentHeaders)));
    }

    private void awaitSent() throws Exception {
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
    }

    /** What was taken of this test's messages. */
    private List<Received.Document> taken() {
        return service.documents().stream()
                .filter(document -> document.id().startsWith(test + "-"))
                .toList();
    }

    /** How many records the consumer has polled that nobody has taken yet. */
    private long polled(Map<TopicPartition, Long> before) {
        return sum(clients.getConsumer("requests").getPositions().await().atMost(LONG)) - sum(before);
    }

    /** Where the group would go on; a partition without a commit at its beginning. */
    private Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        try {
            Objects.requireNonNull(admin)
                    .listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> committed.put(partition, offset.offset()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return committed;
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    private int members() throws Exception {
        return Objects.requireNonNull(Objects.requireNonNull(admin)
                        .describeConsumerGroups(List.of(GROUP))
                        .all()
                        .get()
                        .get(GROUP))
                .members()
                .stream()
                .filter(member -> !member.assignment().topicPartitions().isEmpty())
                .map(MemberDescription::consumerId)
                .toList()
                .size();
    }

    private List<String> readDeadLetters(int count) {
        List<String> letters = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker().bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, Topic.DEAD_LETTERS.defaultPartitions())
                    .mapToObj(p -> new TopicPartition(Topic.DEAD_LETTERS.topicName(), p))
                    .toList();
            reader.assign(partitions);
            reader.seekToBeginning(partitions);
            await().atMost(LONG).until(() -> {
                reader.poll(Duration.ofMillis(100)).forEach(record -> {
                    String letter = new String(record.value(), UTF_8);
                    if (letter.contains(test + "-")) {
                        letters.add(letter);
                    }
                });
                return letters.size() >= count;
            });
        }
        return letters;
    }

    private boolean isReady() {
        return !health.getReadiness().isDown();
    }

    private boolean isAlive() {
        return !health.getLiveness().isDown();
    }

    private EmbeddedKafka broker() {
        return Objects.requireNonNull(kafka);
    }
}
