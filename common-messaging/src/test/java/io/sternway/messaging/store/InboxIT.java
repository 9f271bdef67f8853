package io.sternway.messaging.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.Sha256;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.messaging.store.Inbox.Arrival;
import io.sternway.messaging.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A4: stored with its effect in one transaction, deduplicated by source and id")
class InboxIT {

    private static TestDatabase database;

    private Inbox inbox;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void empty() {
        database.execute("truncate inbox");
        inbox = new Inbox(database.dataSource());
    }

    @Test
    void theFirstIsNewARepetitionIsRepeatedAndOtherBytesAreAReusedId() {
        assertEquals(Arrival.NEW, inbox.enter("/ci", "1", Sha256.hex("a")));
        assertEquals(Arrival.REPEATED, inbox.enter("/ci", "1", Sha256.hex("a")));
        assertEquals(Arrival.REUSED, inbox.enter("/ci", "1", Sha256.hex("b")));
        assertEquals(Arrival.NEW, inbox.enter("/other", "1", Sha256.hex("b")));
    }

    @Test
    void aBatchIsAnsweredInOrderWithDoublesInside() {
        inbox.enter("/ci", "old", Sha256.hex("a"));
        assertEquals(
                List.of(Arrival.NEW, Arrival.REPEATED, Arrival.REUSED, Arrival.REPEATED, Arrival.REUSED, Arrival.NEW),
                inbox.enter(List.of(
                        message("1", "a"),
                        message("1", "a"),
                        message("1", "b"),
                        message("old", "a"),
                        message("old", "b"),
                        message("2", "a"))));
    }

    @Test
    void whatIsRolledBackIsNewAgain() {
        assertThrows(
                IllegalStateException.class,
                () -> database.run(() -> {
                    assertEquals(Arrival.NEW, inbox.enter("/ci", "1", Sha256.hex("a")));
                    throw new IllegalStateException("the effect failed");
                }));
        assertEquals(Arrival.NEW, inbox.enter("/ci", "1", Sha256.hex("a")));
    }

    @Test
    void ofTwoThatTakeTheSameAtOnceOneIsNewWithoutADeadlock() throws Exception {
        List<Received.Document> messages =
                IntStream.range(0, 500).mapToObj(n -> message("m" + n, "a")).toList();
        AtomicInteger fresh = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Received.Document> shuffled = new ArrayList<>(messages);
            Collections.shuffle(shuffled, new Random(i));
            futures.add(pool.submit(() -> database.run(() -> fresh.addAndGet((int) inbox.enter(shuffled).stream()
                    .filter(arrival -> arrival == Arrival.NEW)
                    .count()))));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
        assertEquals(500, fresh.get());
    }

    @Test
    void onlyWhatIsOlderThanTheRetentionIsForgotten() {
        inbox.enter(
                IntStream.range(0, 2500).mapToObj(n -> message("m" + n, "a")).toList());
        database.execute("update inbox set received_at = now() - interval '9 days' where id like 'm1%'");
        long old = database.number("select count(*) from inbox where id like 'm1%'");
        assertTrue(old > 1000);

        assertEquals(old, inbox.forget(Duration.ofDays(8), 1000));

        assertEquals(2500 - old, database.number("select count(*) from inbox"));
        assertEquals(0, inbox.forget(Duration.ofDays(8), 1000));
    }

    private static Received.Document message(String id, String content) {
        return new Received.Document(
                new Origin("sternway.requests", 0, 0, null),
                "/ci",
                id,
                null,
                null,
                content.getBytes(StandardCharsets.UTF_8),
                Sha256.hex(content));
    }
}
