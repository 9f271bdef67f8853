package io.sternway.messaging.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the service has read each partition (A8): the consumer's own position after a poll, which
 * passes transaction markers and compaction gaps. It is stored with the facts of that poll in their transaction, and
 * alone when a poll moved it without any. It never goes back: a consumer that lost the partition and wakes up late does
 * not undo what its successor stored.
 */
public final class ConsumerPositions {

    private final DataSource dataSource;

    /** @param dataSource whose connections join the caller's transaction */
    public ConsumerPositions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Stores positions in the caller's transaction; lower ones than those stored are ignored. */
    public void store(Map<TopicPartition, Long> positions) {
        if (positions.isEmpty()) {
            return;
        }
        String sql = "insert into consumer_position as p (topic, partition, position)"
                + " select * from unnest(?::text[], ?::int[], ?::bigint[]) as n (topic, partition, position)"
                + " order by topic, partition"
                + " on conflict (topic, partition) do update"
                + " set position = excluded.position, moved_at = now() where p.position < excluded.position";
        List<Map.Entry<TopicPartition, Long>> entries = List.copyOf(positions.entrySet());
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text",
                            entries.stream().map(e -> e.getKey().topic()).toArray()));
            statement.setArray(
                    2,
                    connection.createArrayOf(
                            "int4",
                            entries.stream().map(e -> e.getKey().partition()).toArray()));
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "int8", entries.stream().map(Map.Entry::getValue).toArray()));
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException("consumer positions could not be stored", e);
        }
    }

    /** The stored positions of these topics; a partition that was never read is absent. */
    public Map<TopicPartition, Long> read(Collection<String> topics) {
        String sql = "select topic, partition, position from consumer_position where topic = any (?)";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", topics.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                Map<TopicPartition, Long> positions = new HashMap<>();
                while (rows.next()) {
                    positions.put(new TopicPartition(rows.getString(1), rows.getInt(2)), rows.getLong(3));
                }
                return positions;
            }
        } catch (SQLException e) {
            throw new StoreException("consumer positions could not be read", e);
        }
    }

    /** Whether everything before these ends has been read and stored; an empty partition counts as read. */
    public static boolean reached(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> positions.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }
}
