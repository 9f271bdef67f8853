package io.sternway.messaging.intake;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.ClusterReported;
import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.ObservationSequence;
import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.Received;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.relay.ShardProducers;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.store.StoreException;
import io.sternway.messaging.store.Transactions;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.Samples;
import io.sternway.messaging.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is consumed has its consequence, once, whatever happens")
class IntakeIT {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static TestDatabase database;
    private static Admin admin;
    private static EmbeddedKafka kafka;
    private static KafkaProducer<String, byte[]> producer;

    private final List<FactConsumer> consumers = new ArrayList<>();
    private final Map<String, Integer> unknown = new ConcurrentHashMap<>();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final AtomicBoolean databaseAway = new AtomicBoolean();
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final AtomicInteger retries = new AtomicInteger();
    private final String group = "group-" + NUMBER.incrementAndGet();

    @BeforeAll
    static void start() {
        kafka = new EmbeddedKafka().start().createTopics();
        admin = kafka.admin();
        database = new TestDatabase();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close();
        admin.close();
        database.close();
        kafka.close();
    }

    /** The topics are shared: each test's group begins where they end. */
    @BeforeEach
    void begin() throws Exception {
        database.execute("truncate inbox, outbox, consumer_position");
        database.execute("drop table if exists effect; create table effect (id text)");
        Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
        for (Topic topic : List.of(Topic.HEALTH, Topic.REQUESTS)) {
            ends(topic).forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end)));
        }
        admin.alterConsumerGroupOffsets(group, ends).all().get();
    }

    @AfterEach
    void end() throws Exception {
        consumers.forEach(FactConsumer::close);
    }

    @Test
    void aSpareWithNothingToReadIsInItsGroupToo() throws Exception {
        FactConsumer one = consume(Topic.CLUSTERS, this::remember);
        FactConsumer spare = consume(Topic.CLUSTERS, this::remember);
        await().atMost(LONG).until(() -> one.isJoined() && spare.isJoined());
        one.close();
        spare.close();
        assertFalse(one.isJoined() || spare.isJoined());
    }

    @Test
    @DisplayName("A4: a repetition has no second effect")
    void aRepetitionHasNoSecondEffect() throws Exception {
        consume(Topic.HEALTH, this::remember);
        for (int i = 0; i < 3; i++) {
            send(Samples.clusterChanged("eu-1", 1));
            send(Samples.clusterChanged("eu-2", 1));
        }
        send(Samples.clusterChanged("eu-1", 2));
        awaitEffects(3);
        awaitPositions(Topic.HEALTH);
        assertEquals(3, effects());
    }

    @Test
    void anotherContentUnderTheSameIdIsHandedOverAsReused() throws Exception {
        List<String> reused = new CopyOnWriteArrayList<>();
        consume(Topic.REQUESTS, batch -> {
            batch.documents().forEach(document -> handled.add(document.id()));
            batch.reused().forEach(message -> reused.add(message.source() + " " + message.id()));
        });
        request("build-1", "a");
        request("build-1", "b");
        request("build-1", "a");
        await().atMost(LONG).until(() -> !reused.isEmpty());
        awaitPositions(Topic.REQUESTS);
        assertEquals(List.of("build-1"), handled);
        assertEquals(List.of("/ci build-1"), reused);
    }

    @Test
    @DisplayName("A8: reports leave no row in the inbox")
    void reportsLeaveNoRowInTheInbox() throws Exception {
        consume(Topic.HEALTH, this::remember);
        Event<ClusterReported> report = new Event<>(
                "r",
                "/sternway/health-evaluator",
                EventType.CLUSTER_REPORTED,
                "eu-1",
                Instant.EPOCH,
                null,
                null,
                new ClusterReported("eu-1", true, Duration.ofSeconds(5), new ObservationSequence(1, 1), List.of()));
        send(report);
        send(report);
        awaitEffects(2);
        assertEquals(0, database.number("select count(*) from inbox"));
    }

    @Test
    void whatCannotBeReadIsADeadLetterWithItsBytesAndNothingIsBlocked() throws Exception {
        consume(Topic.HEALTH, this::remember);
        byte[] garbage = "not json".getBytes(StandardCharsets.UTF_8);
        long offset = producer.send(new ProducerRecord<>(Topic.HEALTH.topicName(), 5, "eu-9", garbage))
                .get()
                .offset();
        send(new ProducerRecord<>(
                Topic.HEALTH.topicName(),
                5,
                "eu-9",
                garbage,
                CloudEvents.toHeaders(CloudEvents.headers(Samples.clusterChanged("eu-9", 1)))));
        send(new ProducerRecord<>(
                Topic.HEALTH.topicName(),
                5,
                "eu-9",
                CloudEvents.toRecord(Samples.clusterChanged("eu-9", 2), 24).value(),
                CloudEvents.toHeaders(CloudEvents.headers(Samples.clusterChanged("eu-9", 2)))));
        awaitEffects(1);
        List<DeadLetter> letters = deadLetters();
        assertEquals(
                List.of("NotACloudEvent", "InvalidData"),
                letters.stream().map(DeadLetter::reason).toList());
        assertEquals(
                "not json", new String(Base64.getDecoder().decode(letters.get(0).value()), StandardCharsets.UTF_8));
        assertEquals("eu-9", letters.get(0).key());
        assertEquals(5, letters.get(0).partition());
        assertEquals(offset, letters.get(0).offset());
        assertEquals("test", letters.get(0).consumer());
    }

    @Test
    void anUnknownTypeIsAcknowledgedAndCounted() throws Exception {
        consume(Topic.HEALTH, this::remember);
        Map<String, String> headers = new HashMap<>(CloudEvents.headers(Samples.clusterChanged("eu-1", 1)));
        headers.put("ce_type", "io.sternway.Invented.v9");
        send(new ProducerRecord<>(Topic.HEALTH.topicName(), 0, "eu-1", new byte[] {1}, CloudEvents.toHeaders(headers)));
        await().atMost(LONG).untilAsserted(() -> assertEquals(Map.of("io.sternway.Invented.v9", 1), unknown));
        awaitPositions(Topic.HEALTH);
        assertEquals(0, database.number("select count(*) from outbox"));
    }

    @Test
    @DisplayName("what broke its handler is isolated, the rest goes on in order, and it is taken when it is sent again")
    void aRecordThatBreaksItsHandlerIsIsolatedAndCanBeSentAgain() throws Exception {
        AtomicBoolean mended = new AtomicBoolean();
        for (int n = 1; n <= 40; n++) {
            send(Samples.clusterChanged("eu-1", n));
        }
        awaitSent();
        consume(Topic.HEALTH, batch -> {
            for (Received.Known known : batch.events()) {
                long number = ((ClusterHealthChanged) known.event().data()).transition();
                if (number == 13 && !mended.get()) {
                    throw new IllegalStateException("nobody expected this");
                }
                if (number == 30 && !mended.get()) {
                    throw new TerminalException("Nonsense", "thirty makes no sense");
                }
            }
            remember(batch);
        });
        awaitEffects(38);
        awaitPositions(Topic.HEALTH);
        assertEquals(
                IntStream.rangeClosed(1, 40)
                        .filter(n -> n != 13 && n != 30)
                        .mapToObj(n -> "eu-1-" + n)
                        .toList(),
                effectIds());
        List<DeadLetter> letters = deadLetters();
        assertEquals(
                List.of("HandlerFailed", "Nonsense"),
                letters.stream().map(DeadLetter::reason).toList());
        assertTrue(
                letters.get(0).message().contains("nobody expected this"),
                letters.get(0).message());

        mended.set(true);
        for (DeadLetter letter : letters) {
            send(new ProducerRecord<>(
                    letter.topic(),
                    letter.partition(),
                    letter.key(),
                    Base64.getDecoder().decode(letter.value()),
                    CloudEvents.toHeaders(letter.headers())));
        }
        awaitEffects(40);
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsSkippedAndThePollLoopLives() throws Exception {
        consume(Topic.HEALTH, this::remember, Map.of("max.poll.interval.ms", "2000"));
        send(Samples.clusterChanged("eu-1", 1));
        awaitEffects(1);
        databaseAway.set(true);
        IntStream.range(2, 12).forEach(n -> send(Samples.clusterChanged("eu-1", n)));
        int before = retries.get();
        await().atMost(LONG).until(() -> retries.get() > before + 3);
        await().pollDelay(Duration.ofSeconds(4)).atMost(LONG).until(() -> members() == 1);
        assertEquals(1, effects());

        databaseAway.set(false);

        awaitEffects(11);
        awaitPositions(Topic.HEALTH);
        assertEquals(11, effectIds().stream().distinct().count());
        assertEquals(0, database.number("select count(*) from outbox"));
    }

    @Test
    void anotherConsumerGoesOnWhereOneLeftOff() throws Exception {
        consume(Topic.HEALTH, this::remember);
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 1)));
        awaitEffects(50);
        consume(Topic.HEALTH, this::remember);
        await().atMost(LONG).until(() -> members() == 2);
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 2)));
        awaitEffects(100);
        consumers.get(0).close();
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 3)));
        awaitEffects(150);
        awaitPositions(Topic.HEALTH);
        assertEquals(150, effectIds().stream().distinct().count());
    }

    @Test
    @DisplayName("A8: positions pass transaction markers, aborted records and empty partitions")
    void positionsPassWhatIsNotARecord() throws Exception {
        try (Producer<String, byte[]> transactional =
                new ShardProducers(Map.of("bootstrap.servers", kafka.bootstrapServers())).open(group)) {
            transactional.initTransactions();
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-1", 1), 24)));
            transactional.commitTransaction();
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-2", 1), 24)));
            transactional.flush();
            transactional.abortTransaction();
            consume(Topic.HEALTH, this::remember);
            awaitEffects(1);
            awaitPositions(Topic.HEALTH);
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-3", 1), 24)));
            transactional.flush();
            transactional.abortTransaction();
            awaitPositions(Topic.HEALTH);
            assertEquals(1, effects());
        }
    }

    private FactConsumer consume(Topic topic, FactHandler handler) {
        return consume(topic, handler, Map.of());
    }

    private FactConsumer consume(Topic topic, FactHandler handler, Map<String, Object> more) {
        Transactions transactions = new Transactions() {
            @Override
            public <T> T in(Supplier<T> work) {
                if (databaseAway.get()) {
                    throw new StoreException("away", new SQLTransientConnectionException("away"));
                }
                return database.in(work);
            }
        };
        IntakeObserver observer = new IntakeObserver() {
            @Override
            public void unknownType(String type) {
                unknown.merge(type, 1, Integer::sum);
            }

            @Override
            public void retried() {
                retries.incrementAndGet();
            }
        };
        Intake intake = new Intake(
                "channel",
                handler,
                new Intake.Stores(
                        "test",
                        transactions,
                        new Inbox(database.dataSource()),
                        new Outbox(database.dataSource(), 16, shards -> {}),
                        new ConsumerPositions(database.dataSource())),
                new Intake.Retry(new Backoff(Duration.ofMillis(10), Duration.ofMillis(500)), 3),
                observer,
                Clock.systemUTC());
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "group.id",
                group,
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed",
                "session.timeout.ms",
                "6000"));
        settings.putAll(more);
        FactConsumer consumer = new FactConsumer(
                "channel",
                () -> new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                List.of(topic),
                intake,
                observer);
        consumers.add(consumer);
        consumer.start();
        return consumer;
    }

    private void remember(FactBatch batch) {
        for (Received.Known known : batch.events()) {
            database.execute("insert into effect values ('" + known.id() + "')");
        }
    }

    private void send(Event<?> event) {
        send(CloudEvents.toRecord(event, 24));
    }

    private void send(ProducerRecord<String, byte[]> record) {
        sent.add(producer.send(record));
    }

    private void request(String id, String content) {
        send(new ProducerRecord<>(
                Topic.REQUESTS.topicName(),
                0,
                "shop/web",
                content.getBytes(StandardCharsets.UTF_8),
                CloudEvents.toHeaders(Map.of(
                        "ce_specversion",
                        "1.0",
                        "ce_id",
                        id,
                        "ce_source",
                        "/ci",
                        "ce_type",
                        CloudEvents.PROMOTION_REQUESTED))));
    }

    private static void awaitEffects(long count) {
        await().atMost(LONG).untilAsserted(() -> assertEquals(count, effects()));
    }

    private static long effects() {
        return database.number("select count(*) from effect");
    }

    private static List<String> effectIds() {
        return strings("select id from effect");
    }

    private static List<DeadLetter> deadLetters() throws IOException {
        List<DeadLetter> letters = new ArrayList<>();
        for (String value : strings("select convert_from(value, 'UTF8') from outbox"
                + " where topic = 'sternway.dead-letters' order by id")) {
            letters.add(io.sternway.events.EventJson.read(value.getBytes(StandardCharsets.UTF_8), DeadLetter.class));
        }
        return letters;
    }

    private static List<String> strings(String sql) {
        try (var connection = database.open();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            List<String> strings = new ArrayList<>();
            while (result.next()) {
                strings.add(result.getString(1));
            }
            return strings;
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Everything in the topic has been read and its position stored. */
    private void awaitPositions(Topic topic) throws Exception {
        awaitSent();
        ConsumerPositions positions = new ConsumerPositions(database.dataSource());
        await().atMost(LONG).untilAsserted(() -> assertEquals(ends(topic), positions.read(List.of(topic.topicName()))));
    }

    private void awaitSent() throws Exception {
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
    }

    private static Map<TopicPartition, Long> ends(Topic topic) {
        List<TopicPartition> partitions = IntStream.range(0, topic.defaultPartitions())
                .mapToObj(p -> new TopicPartition(topic.topicName(), p))
                .toList();
        Map<TopicPartition, Long> ends = new HashMap<>();
        new EndOffsets(() -> admin, Duration.ofSeconds(30))
                .ask(partitions)
                .forEach((p, end) -> ends.put(p, end.join()));
        return ends;
    }

    private int members() throws Exception {
        return Objects.requireNonNull(
                        admin.describeConsumerGroups(List.of(group)).all().get().get(group))
                .members()
                .size();
    }
}
