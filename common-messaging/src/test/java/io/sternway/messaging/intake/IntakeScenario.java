package io.sternway.messaging.intake;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.Received;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.store.StoreException;
import io.sternway.messaging.store.Transactions;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
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
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker, a database and consumers that take what comes into them; each test's group begins where the topics end. */
@ExtendWith(IntakeScenario.Shared.class)
abstract class IntakeScenario {

    static final Duration LONG = Duration.ofSeconds(60);
    static final AtomicInteger NUMBER = new AtomicInteger();

    static final EmbeddedKafka kafka = new EmbeddedKafka().start().createTopics();
    static final Admin admin = kafka.admin();
    static final TestDatabase database = new TestDatabase();
    static final KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(), new ByteArraySerializer());

    final List<FactConsumer> consumers = new ArrayList<>();
    final Map<String, Integer> unknown = new ConcurrentHashMap<>();
    final List<String> handled = new CopyOnWriteArrayList<>();
    final AtomicBoolean databaseAway = new AtomicBoolean();
    final List<Future<RecordMetadata>> sent = new ArrayList<>();
    final AtomicInteger retries = new AtomicInteger();
    final String group = "group-" + NUMBER.incrementAndGet();

    /** Broker and database serve all classes of scenarios, and end with the last test. */
    static final class Shared implements BeforeAllCallback, AutoCloseable {
        @Override
        public void beforeAll(ExtensionContext context) {
            context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL).computeIfAbsent(Shared.class, key -> this);
        }

        @Override
        public void close() {
            producer.close();
            admin.close();
            database.close();
            kafka.close();
        }
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

    FactConsumer consume(Topic topic, IntakeHandler handler) {
        return consume(topic, handler, Map.of());
    }

    FactConsumer consume(Topic topic, IntakeHandler handler, Map<String, Object> more) {
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

    void remember(IntakeBatch batch) {
        for (Received.Known known : batch.events()) {
            database.execute("insert into effect values ('" + known.id() + "')");
        }
    }

    void send(Event<?> event) {
        send(CloudEvents.toRecord(event, 24));
    }

    void send(ProducerRecord<String, byte[]> record) {
        sent.add(producer.send(record));
    }

    void request(String id, String content) {
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

    static void awaitEffects(long count) {
        await().atMost(LONG).untilAsserted(() -> assertEquals(count, effects()));
    }

    static long effects() {
        return database.number("select count(*) from effect");
    }

    static List<String> effectIds() {
        return strings("select id from effect");
    }

    static List<DeadLetter> deadLetters() throws IOException {
        List<DeadLetter> letters = new ArrayList<>();
        for (String value : strings("select convert_from(value, 'UTF8') from outbox"
                + " where topic = 'sternway.dead-letters' order by id")) {
            letters.add(io.sternway.events.EventJson.read(value.getBytes(StandardCharsets.UTF_8), DeadLetter.class));
        }
        return letters;
    }

    static List<String> strings(String sql) {
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
    void awaitPositions(Topic topic) throws Exception {
        awaitSent();
        ConsumerPositions positions = new ConsumerPositions(database.dataSource());
        await().atMost(LONG).untilAsserted(() -> assertEquals(ends(topic), positions.read(List.of(topic.topicName()))));
    }

    void awaitSent() throws Exception {
        for (Future<RecordMetadata> future : sent) {
            future.get();
        }
    }

    static Map<TopicPartition, Long> ends(Topic topic) {
        List<TopicPartition> partitions = IntStream.range(0, topic.defaultPartitions())
                .mapToObj(p -> new TopicPartition(topic.topicName(), p))
                .toList();
        Map<TopicPartition, Long> ends = new HashMap<>();
        new EndOffsets(() -> admin, Duration.ofSeconds(30))
                .ask(partitions)
                .forEach((p, end) -> ends.put(p, end.join()));
        return ends;
    }

    int members() throws Exception {
        return Objects.requireNonNull(
                        admin.describeConsumerGroups(List.of(group)).all().get().get(group))
                .members()
                .size();
    }
}
