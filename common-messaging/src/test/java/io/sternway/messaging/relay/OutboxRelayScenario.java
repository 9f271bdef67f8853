package io.sternway.messaging.relay;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.Event;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.Samples;
import io.sternway.messaging.testing.TestDatabase;
import io.sternway.messaging.testing.TopicReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A broker, a database, replicas of a relay between them, and what is written and read. */
abstract class OutboxRelayScenario {

    static final int SHARDS = 16;
    static final Duration LONG = Duration.ofSeconds(60);
    static final AtomicInteger NUMBER = new AtomicInteger();

    static EmbeddedKafka kafka;
    static TestDatabase database;

    final List<Replica> replicas = new ArrayList<>();
    RelaySettings settings;
    Outbox outbox;
    TopicReader reader;

    @BeforeAll
    static void start() {
        kafka = new EmbeddedKafka().start().createTopics();
        database = new TestDatabase();
    }

    @AfterAll
    static void stop() {
        database.close();
        kafka.close();
    }

    @BeforeEach
    void begin() {
        settings = new RelaySettings(
                "service" + NUMBER.incrementAndGet(),
                SHARDS,
                500,
                1024 * 1024,
                Duration.ofMillis(500),
                Duration.ofSeconds(2));
        database.execute("truncate outbox, outbox_failed, outbox_shard");
        database.execute("drop table if exists guard; create table guard (key text primary key, number bigint)");
        outbox = new Outbox(database.dataSource(), SHARDS, shards -> {});
        reader = new TopicReader(kafka, Topic.HEALTH);
    }

    @AfterEach
    void end() {
        replicas.forEach(Replica::close);
        reader.close();
    }

    Replica replica() {
        Replica replica = new Replica(database, kafka, settings).start();
        replicas.add(replica);
        return replica;
    }

    /** Several services' threads write to twenty keys while something happens to the replicas, again and again. */
    void writeWhile(int rounds, IntConsumer something) throws Exception {
        int keys = 20;
        int writers = 4;
        IntStream.range(0, keys).forEach(k -> database.execute("insert into guard values ('k" + k + "', 0)"));
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        List<Future<?>> futures = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            futures.add(pool.submit(() -> {
                while (!done.get()) {
                    write("k" + ThreadLocalRandom.current().nextInt(keys));
                }
            }));
        }
        for (int round = 0; round < rounds; round++) {
            int before = published();
            await().atMost(LONG).until(() -> published() > before + 200);
            something.accept(round);
        }
        done.set(true);
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
    }

    int published() {
        return replicas.stream().mapToInt(r -> r.published.get()).sum();
    }

    /** Everything is there; by first occurrence in order without a gap; and the last of each key is its newest. */
    void assertOrder() {
        long written = database.number("select sum(number) from guard");
        await().atMost(LONG).untilAsserted(() -> {
            assertEquals(written, distinct(reader.records()));
            assertEquals(0, database.number("select count(*) from outbox"));
        });
        Map<String, Long> newest = new HashMap<>();
        Set<String> seen = new HashSet<>();
        Map<String, Long> last = new HashMap<>();
        for (ConsumerRecord<String, byte[]> record : reader.records()) {
            Event<?> event = event(record);
            last.put(event.subject(), number(event));
            if (seen.add(event.id())) {
                assertEquals(newest.getOrDefault(event.subject(), 0L) + 1, number(event), event.subject());
                newest.put(event.subject(), number(event));
            }
        }
        assertEquals(newest, last);
    }

    /** As a service does: locks the row that guards the key, then writes state and event. */
    void write(String key) {
        database.run(() -> {
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    var result = statement.executeQuery(
                            "update guard set number = number + 1 where key = '" + key + "' returning number")) {
                result.next();
                outbox.add(Samples.clusterChanged(key, result.getLong(1)));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    void publish(String cluster, long number) {
        database.run(() -> outbox.add(Samples.clusterChanged(cluster, number)));
    }

    List<Long> numbers(String cluster) {
        return reader.records().stream()
                .filter(record -> record.key().equals(cluster))
                .map(record -> number(event(record)))
                .distinct()
                .toList();
    }

    static long distinct(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream().map(record -> event(record).id()).distinct().count();
    }

    static long number(Event<?> event) {
        return ((ClusterHealthChanged) event.data()).transition();
    }

    static Event<?> event(ConsumerRecord<String, byte[]> record) {
        return ((Received.Known) CloudEvents.read(record)).event();
    }

    static List<Integer> sorted(Replica... replicas) {
        return List.of(replicas).stream().map(r -> r.owned.get()).sorted().toList();
    }
}
