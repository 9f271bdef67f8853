package io.sternway.messaging.relay;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.testing.Samples;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A5: published through an outbox, in the order of commits, by several replicas")
class OutboxRelayIT extends OutboxRelayScenario {

    @Test
    void everyEventOfAKeyLeavesInTheOrderOfCommitsWhileReplicasAreKilledAndStarted() throws Exception {
        replica();
        replica();
        writeWhile(4, round -> {
            replicas.get(round).kill();
            replica();
        });
        assertOrder();
    }

    @Test
    void everyEventOfAKeyLeavesInTheOrderOfCommitsWhileReplicasFreezeAndWakeUpLate() throws Exception {
        replica();
        replica();
        writeWhile(6, round -> {
            Replica frozen = replicas.get(round);
            frozen.freeze();
            await().atMost(LONG).until(() -> frozen.stuck() > 0);
            frozen.loseSessions();
            replica();
            if (round > 0) {
                replicas.get(round - 1).wake();
            }
        });
        replicas.forEach(Replica::wake);
        assertOrder();
    }

    @Test
    void aReplicaThatWakesUpLateIsFencedAndRemovesNothing() {
        Replica late = replica();
        await().atMost(LONG).until(() -> late.owned.get() == SHARDS);
        late.freeze();
        publish("eu-1", 1);
        await().atMost(LONG).until(() -> late.stuck() > 0);
        late.loseSessions();
        Replica successor = replica();
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
        publish("eu-1", 2);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L, 2L), numbers("eu-1")));

        late.wake();

        await().atMost(LONG).until(() -> !late.fenced.isEmpty());
        publish("eu-1", 3);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L, 2L, 3L), numbers("eu-1")));
        assertTrue(successor.fenced.isEmpty());
    }

    @Test
    void aShardWhosePublisherDiedIsPublishedByAnother() {
        Replica replica = replica();
        await().atMost(LONG).until(() -> replica.owned.get() == SHARDS);
        replica.breakNext();
        publish("eu-1", 1);
        await().dontCatchUncaughtExceptions()
                .atMost(LONG)
                .untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
        assertTrue(replica.relay.isAlive() && replica.relay.isConnected());
    }

    @Test
    void aFrozenReplicaLosesItsShardsAfterTheLease() throws SQLException {
        try (ShardClaims frozen = new ShardClaims(database::open, settings);
                ShardClaims other = new ShardClaims(database::open, settings)) {
            assertTrue(frozen.claim(3));
            assertEquals(2, frozen.members());
            await().atMost(settings.lease().multipliedBy(3)).until(() -> other.claim(3));
            assertEquals(1, other.members());
        }
    }

    @Test
    void shardsAreSharedEvenlyAndTakenOverFromOneThatDies() {
        Replica first = replica();
        await().atMost(LONG).until(() -> first.owned.get() == 16);
        Replica second = replica();
        await().atMost(LONG).until(() -> first.owned.get() == 8 && second.owned.get() == 8);
        Replica third = replica();
        await().atMost(LONG).until(() -> sorted(first, second, third).equals(List.of(4, 6, 6)));
        first.kill();
        await().atMost(LONG).until(() -> second.owned.get() == 8 && third.owned.get() == 8);
    }

    @Test
    void anUncommittedLowerIdOfAnotherKeyIsNeitherLostNorWaitedFor() throws SQLException {
        replica();
        String other = IntStream.range(0, 1000)
                .mapToObj(n -> "other-" + n)
                .filter(key -> Outbox.shard(key, SHARDS) == Outbox.shard("eu-1", SHARDS))
                .findFirst()
                .orElseThrow();
        Thread thread = Thread.currentThread();
        AtomicBoolean commit = new AtomicBoolean();
        AtomicBoolean written = new AtomicBoolean();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> slow = pool.submit(() -> database.run(() -> {
            outbox.add(Samples.clusterChanged(other, 1));
            written.set(true);
            await().atMost(LONG).until(() -> commit.get() || !thread.isAlive());
        }));
        await().atMost(LONG).untilTrue(written);
        publish("eu-1", 1);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
        assertEquals(List.of(), numbers(other));
        commit.set(true);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L), numbers(other)));
        await().atMost(LONG).until(slow::isDone);
        pool.shutdown();
    }

    @Test
    void aMessageThatIsTooLargeIsSetAsideAndTheRestOfItsShardGoesOn() {
        Replica replica = replica();
        database.run(() -> {
            outbox.add(Samples.clusterChanged("eu-1", 1));
            outbox.add(Samples.clusterChanged("eu-1", 2, "x".repeat(5 * 1024 * 1024)));
            outbox.add(Samples.clusterChanged("eu-1", 3));
        });
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L, 3L), numbers("eu-1")));
        await().atMost(LONG).untilAsserted(() -> assertEquals(0, database.number("select count(*) from outbox")));
        assertEquals(1, replica.setAside.get());
        assertEquals(1, database.number("select count(*) from outbox_failed where reason like '%TooLarge%'"));
    }

    @Test
    void aMessageLargerThanABatchGoesAlone() {
        replica();
        database.run(() -> {
            outbox.add(Samples.clusterChanged("eu-1", 1, "x".repeat(3 * 1024 * 1024)));
            outbox.add(Samples.clusterChanged("eu-1", 2));
        });
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L, 2L), numbers("eu-1")));
    }

    @Test
    void rowsWaitWhileTheBrokerIsAwayAndLeaveWhenItIsBack() {
        Replica replica = replica();
        publish("eu-1", 1);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
        kafka.stop();
        publish("eu-1", 2);
        publish("eu-2", 1);
        await().atMost(LONG).until(() -> replica.failed.get() > 1);
        assertEquals(2, database.number("select count(*) from outbox"));
        kafka.start();
        await().atMost(LONG).untilAsserted(() -> {
            assertEquals(List.of(1L, 2L), numbers("eu-1"));
            assertEquals(List.of(1L), numbers("eu-2"));
        });
    }

    @Test
    void rowsLeaveWhenPostgresIsBackAfterItWasAway() {
        Replica replica = replica();
        publish("eu-1", 1);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
        database.restart(() -> await().atMost(LONG).until(() -> replica.owned.get() == 0));
        publish("eu-1", 2);
        await().atMost(LONG).untilAsserted(() -> assertEquals(List.of(1L, 2L), numbers("eu-1")));
    }

    @Test
    void anotherReplicaIsWokenAtOnce() throws Exception {
        RelaySettings patient = new RelaySettings(
                settings.service(), SHARDS, 500, 1024 * 1024, Duration.ofSeconds(20), Duration.ofSeconds(60));
        Replica owner = new Replica(database, kafka, patient).start();
        replicas.add(owner);
        await().atMost(LONG).until(() -> owner.owned.get() == SHARDS);
        Replica writer = new Replica(database, kafka, patient).start();
        replicas.add(writer);
        publish("eu-1", 1);
        writer.relay.ring(Set.of(Outbox.shard("eu-1", SHARDS)));
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertEquals(List.of(1L), numbers("eu-1")));
    }

    @Test
    void aMessageHasTheTimeOfItsRowAndNotThatOfTheProcess() {
        publish("eu-1", 1);
        database.execute("update outbox set created_at = date_trunc('hour', now())");
        long seconds = database.number("select extract(epoch from created_at) from outbox");
        replica();
        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(
                        List.of(1000 * seconds),
                        reader.records().stream().map(ConsumerRecord::timestamp).toList()));
    }

    @Test
    void theTableStaysSmall() throws SQLException {
        replica();
        int rows = 20_000;
        for (int i = 0; i < rows / 500; i++) {
            int start = i * 500;
            database.run(() -> outbox.addAll(IntStream.range(start, start + 500)
                    .mapToObj(n -> Samples.clusterChanged("eu-" + n % 100, n))
                    .toList()));
        }
        await().atMost(LONG).untilAsserted(() -> assertEquals(0, database.number("select count(*) from outbox")));
        await().atMost(LONG).untilAsserted(() -> {
            long bytes = database.number("select pg_total_relation_size('outbox')");
            assertTrue(bytes < 16 * 1024 * 1024, "outbox takes " + bytes + " bytes");
        });
    }
}
