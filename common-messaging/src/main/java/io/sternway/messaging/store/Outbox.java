package io.sternway.messaging.store;

import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What a service publishes, written in the same transaction as the state that it tells about (A5).
 *
 * <p>Order: events of one key leave in the order of their commits <b>if the caller holds the lock of the row that
 * guards the key before it calls {@code add}</b> and until it commits. A row's id is drawn in {@code add}, so after that
 * lock; the next transaction on the key draws a higher one, and whoever sees its row sees ours or has sent it. Rows of
 * other keys with lower ids may become visible later; the relay takes what it sees and removes exactly that, so they are
 * neither lost nor waited for.
 */
public final class Outbox {

    private final DataSource dataSource;
    private final int shards;
    private final Consumer<Set<Integer>> wakeAfterCommit;

    /**
     * @param dataSource whose connections join the caller's transaction
     * @param shards into how many shards keys are spread; the same for all replicas, not to be changed while rows wait
     * @param wakeAfterCommit is given the shards that get rows, before they get them; wakes the relay once the caller's
     *     transaction has committed, and refuses where there is none
     */
    public Outbox(DataSource dataSource, int shards, Consumer<Set<Integer>> wakeAfterCommit) {
        this.dataSource = dataSource;
        this.shards = shards;
        this.wakeAfterCommit = wakeAfterCommit;
    }

    /** Publishes an event with the caller's transaction. */
    public void add(Event<?> event) {
        addAll(List.of(event));
    }

    /** Publishes events with the caller's transaction, in this order. */
    public void addAll(Collection<? extends Event<?>> events) {
        List<Row> rows = new ArrayList<>();
        for (Event<?> event : events) {
            rows.add(new Row(
                    event.type().topic(), event.subject(), CloudEvents.headers(event), EventJson.write(event.data())));
        }
        insert(rows);
    }

    /** Publishes that what the key names is no more. */
    public void addTombstone(Topic topic, String key) {
        insert(List.of(new Row(topic, key, Map.of(), null)));
    }

    /** The shard of a key. */
    public static int shard(String key, int shards) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % shards);
    }

    private void insert(List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Set<Integer> touched = new TreeSet<>();
        rows.forEach(row -> touched.add(shard(row.key, shards)));
        wakeAfterCommit.accept(touched);
        String sql = "insert into outbox (shard, topic, key, headers, value, bytes) values (?, ?, ?, ?, ?, ?)";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Row row : rows) {
                statement.setInt(1, shard(row.key, shards));
                statement.setString(2, row.topic.topicName());
                statement.setString(3, row.key);
                statement.setArray(4, connection.createArrayOf("text", flat(row.headers)));
                if (row.value == null) {
                    statement.setNull(5, Types.BINARY);
                } else {
                    statement.setBytes(5, row.value);
                }
                statement.setInt(6, row.bytes());
                statement.addBatch();
            }
            statement.executeBatch();
        } catch (SQLException e) {
            throw new StoreException("the outbox could not be written", e);
        }
    }

    private static Object[] flat(Map<String, String> headers) {
        List<String> flat = new ArrayList<>();
        headers.forEach((name, value) -> {
            flat.add(name);
            flat.add(value);
        });
        return flat.toArray();
    }

    private static final class Row {

        private final Topic topic;
        private final String key;
        private final Map<String, String> headers;
        private final byte @Nullable [] value;

        Row(Topic topic, String key, Map<String, String> headers, byte @Nullable [] value) {
            this.topic = topic;
            this.key = key;
            this.headers = headers;
            this.value = value;
        }

        int bytes() {
            int bytes = key.length() + (value == null ? 0 : value.length);
            for (Map.Entry<String, String> header : headers.entrySet()) {
                bytes += header.getKey().length() + header.getValue().length();
            }
            return bytes;
        }
    }
}
