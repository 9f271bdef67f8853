package io.sternway.messaging.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The relay's statements on the outbox. Few connections at a time, so that the service's own work is never starved.
 *
 * <p>What removes rows names the claim's term: a predecessor that wakes up late removes nothing, since its successor may
 * be in the middle of sending the same rows, and would otherwise leave an older state of a key as the newest.
 */
final class OutboxRows {

    private static final int CONNECTIONS = 4;

    private static final String CLAIM =
            "with mine as materialized" + " (select shard from outbox_shard where shard = ? and term = ? for share) ";

    private final DataSource dataSource;
    private final Semaphore connections = new Semaphore(CONNECTIONS, true);

    OutboxRows(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Begins a new claim of the shard: whatever an earlier one still tries to remove stays. */
    long claim(int shard) throws SQLException, InterruptedException {
        return with(
                "insert into outbox_shard as s (shard, term) values (?, 1)"
                        + " on conflict (shard) do update set term = s.term + 1 returning term",
                statement -> {
                    statement.setInt(1, shard);
                    try (ResultSet result = statement.executeQuery()) {
                        result.next();
                        return result.getLong(1);
                    }
                });
    }

    /** Shards that have rows, whoever owns them. */
    Set<Integer> waiting(int shards) throws SQLException, InterruptedException {
        String sql =
                "select s from generate_series(0, ? - 1) as s" + " where exists (select 1 from outbox where shard = s)";
        return with(sql, statement -> {
            statement.setInt(1, shards);
            Set<Integer> waiting = new TreeSet<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    waiting.add(result.getInt(1));
                }
            }
            return waiting;
        });
    }

    /** The first rows of a shard: at most so many and so many bytes; at least one, without its value if it is larger. */
    List<OutboxRow> read(int shard, int rows, int bytes) throws SQLException, InterruptedException {
        String sql = "select id, topic, key, headers, case when bytes <= ? then value end, bytes > ?, created_at from ("
                + " select *, sum(bytes) over (order by id) as total, row_number() over (order by id) as number"
                + " from (select * from outbox where shard = ? order by id limit ?) as first_rows) as summed"
                + " where total <= ? or number = 1 order by id";
        return with(sql, statement -> {
            statement.setInt(1, bytes);
            statement.setInt(2, bytes);
            statement.setInt(3, shard);
            statement.setInt(4, rows);
            statement.setInt(5, bytes);
            List<OutboxRow> read = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    read.add(new OutboxRow(
                            result.getLong(1),
                            result.getString(2),
                            result.getString(3),
                            List.of((String[]) result.getArray(4).getArray()),
                            result.getBytes(5),
                            result.getBoolean(6),
                            result.getTimestamp(7).toInstant()));
                }
            }
            return read;
        });
    }

    /** The value of one row. */
    byte @Nullable [] value(int shard, long id) throws SQLException, InterruptedException {
        return with("select value from outbox where shard = ? and id = ?", statement -> {
                    statement.setInt(1, shard);
                    statement.setLong(2, id);
                    try (ResultSet result = statement.executeQuery()) {
                        return Optional.ofNullable(result.next() ? result.getBytes(1) : null);
                    }
                })
                .orElse(null);
    }

    /**
     * Removes rows that were published.
     *
     * @return how long the oldest of them waited, by the database's clock; empty if the claim is no longer ours
     */
    Optional<Duration> delete(int shard, long term, List<OutboxRow> rows) throws SQLException, InterruptedException {
        String sql = CLAIM
                + ", gone as (delete from outbox o using mine where o.shard = mine.shard and o.id = any (?)"
                + " returning o.created_at)"
                + " select extract(epoch from clock_timestamp() - min(created_at)) from gone";
        Long[] ids = rows.stream().map(OutboxRow::id).toArray(Long[]::new);
        return withConnection(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, shard);
                statement.setLong(2, term);
                statement.setArray(3, connection.createArrayOf("int8", ids));
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    double seconds = result.getDouble(1);
                    return result.wasNull()
                            ? Optional.empty()
                            : Optional.of(Duration.ofNanos((long) (seconds * 1_000_000_000)));
                }
            }
        });
    }

    /**
     * Moves a row that the broker refuses for what it is out of the way.
     *
     * @return false if the claim is no longer ours
     */
    boolean setAside(int shard, long term, OutboxRow row, String reason) throws SQLException, InterruptedException {
        String sql = CLAIM
                + ", gone as (delete from outbox o using mine where o.shard = mine.shard and o.id = ? returning o.*)"
                + " insert into outbox_failed (id, shard, topic, key, headers, value, bytes, created_at, reason)"
                + " select id, shard, topic, key, headers, value, bytes, created_at, ? from gone";
        return with(sql, statement -> {
            statement.setInt(1, shard);
            statement.setLong(2, term);
            statement.setLong(3, row.id());
            statement.setString(4, reason);
            return statement.executeUpdate() == 1;
        });
    }

    /** How much waits. */
    Waiting measure() throws SQLException, InterruptedException {
        String sql = "select count(*), coalesce(sum(bytes), 0),"
                + " coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0),"
                + " (select count(*) from outbox_failed) from outbox";
        return with(sql, statement -> {
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return new Waiting(result.getLong(1), result.getLong(2), result.getDouble(3), result.getLong(4));
            }
        });
    }

    /** Tells the other replicas that these shards have rows. */
    void ring(String channel, Set<Integer> shards) throws SQLException, InterruptedException {
        with("select pg_notify(?, ?)", statement -> {
            statement.setString(1, channel);
            statement.setString(
                    2, String.join(",", shards.stream().map(String::valueOf).toList()));
            return statement.execute();
        });
    }

    private <T> T with(String sql, Work<PreparedStatement, T> work) throws SQLException, InterruptedException {
        return withConnection(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                return work.run(statement);
            }
        });
    }

    private <T> T withConnection(Work<Connection, T> work) throws SQLException, InterruptedException {
        connections.acquire();
        try (Connection connection = dataSource.getConnection()) {
            return work.run(connection);
        } finally {
            connections.release();
        }
    }

    private interface Work<I, T> {
        T run(I input) throws SQLException;
    }

    /** How much waits in the outbox, and how much was set aside. */
    record Waiting(long rows, long bytes, double oldestSeconds, long failed) {}
}
