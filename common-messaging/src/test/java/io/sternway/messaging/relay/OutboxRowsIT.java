package io.sternway.messaging.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.Topic;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.testing.Samples;
import io.sternway.messaging.testing.TestDatabase;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A5: what the relay reads and removes")
class OutboxRowsIT {

    private static final int SHARD = 0;

    private static TestDatabase database;

    private OutboxRows rows;
    private Outbox outbox;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void begin() {
        database.execute("truncate outbox, outbox_failed, outbox_shard");
        rows = new OutboxRows(database.dataSource());
        outbox = new Outbox(database.dataSource(), 1, shards -> {});
    }

    @Test
    void anEarlierClaimRemovesNothing() throws Exception {
        add(1, 10);
        long earlier = rows.claim(SHARD);
        List<OutboxRow> sent = rows.read(SHARD, 10, 1000);
        long later = rows.claim(SHARD);
        assertTrue(rows.delete(SHARD, earlier, sent).isEmpty());
        assertFalse(rows.setAside(SHARD, earlier, sent.get(0), "refused"));
        assertEquals(1, rows.read(SHARD, 10, 1000).size());
        assertTrue(rows.delete(SHARD, later, sent).isPresent());
        assertEquals(List.of(), rows.read(SHARD, 10, 1000));
    }

    @Test
    void whatIsReadIsBoundedByRowsAndBytesAndOneRowAlwaysComes() throws Exception {
        for (int n = 1; n <= 5; n++) {
            add(n, 1000);
        }
        add(6, 100_000);
        add(7, 10);
        rows.claim(SHARD);
        assertEquals(2, rows.read(SHARD, 2, 1_000_000).size());
        assertEquals(1, rows.read(SHARD, 10, 2_000).size());
        assertEquals(5, rows.read(SHARD, 10, 50_000).size());
        database.execute("delete from outbox where id < (select id from outbox where bytes > 50000)");
        List<OutboxRow> large = rows.read(SHARD, 10, 50_000);
        assertEquals(1, large.size());
        assertTrue(large.get(0).large());
        assertNull(large.get(0).value());
        assertNotNull(rows.value(SHARD, large.get(0).id()));
    }

    @Test
    void aTombstoneIsARowWithoutValue() throws Exception {
        database.run(() -> outbox.addTombstone(Topic.DEPLOYMENTS, "eu-1/shop/web"));
        OutboxRow row = rows.read(SHARD, 10, 1000).get(0);
        assertNull(row.value());
        assertFalse(row.large());
        assertEquals("eu-1/shop/web", row.key());
        assertEquals(List.of(), row.headers());
    }

    @Test
    void aRowSetAsideCanBeTriedAgainAsTheMigrationSays() throws Exception {
        add(1, 10);
        long term = rows.claim(SHARD);
        OutboxRow row = rows.read(SHARD, 10, 1000).get(0);
        assertTrue(rows.setAside(SHARD, term, row, "too large"));
        assertEquals(List.of(), rows.read(SHARD, 10, 1000));
        database.execute("with moved as (delete from outbox_failed where id = " + row.id()
                + " returning shard, topic, key, headers, value, bytes)"
                + " insert into outbox (shard, topic, key, headers, value, bytes) select * from moved");
        assertEquals(row.key(), rows.read(SHARD, 10, 1000).get(0).key());
    }

    @Test
    void whatWaitsIsMeasured() throws Exception {
        assertEquals(new OutboxRows.Waiting(0, 0, 0, 0), rows.measure());
        assertEquals(Set.of(), rows.waiting(1));
        add(1, 1000);
        OutboxRows.Waiting waiting = rows.measure();
        assertEquals(1, waiting.rows());
        assertTrue(waiting.bytes() > 1000);
        assertTrue(waiting.oldestSeconds() > 0);
        assertEquals(Set.of(SHARD), rows.waiting(1));
    }

    private void add(long number, int size) {
        database.run(() -> outbox.add(Samples.clusterChanged("eu-1", number, "x".repeat(size))));
    }
}
