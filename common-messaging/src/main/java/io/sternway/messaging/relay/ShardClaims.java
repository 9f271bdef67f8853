package io.sternway.messaging.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * One replica's session: its claims are session advisory locks, so they end with it. The database ends it after a lease
 * of silence ({@code idle_session_timeout}), so that a frozen replica, or one behind a broken network, holds nothing for
 * ever. Every replica also holds one shared lock, by which they count each other.
 */
final class ShardClaims implements AutoCloseable {

    /** The shared lock's number, beside those of the shards. */
    private static final int MEMBER = 1_000_000;

    private final Connection connection;
    private final int lockClass;

    ShardClaims(ConnectionSource source, RelaySettings settings) throws SQLException {
        connection = source.open();
        lockClass = ("sternway-outbox/" + settings.service()).hashCode() & 0x7fffffff;
        try {
            connection.setAutoCommit(true);
            connection.setNetworkTimeout(
                    direct(), Math.toIntExact(settings.lease().toMillis() / 2));
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "set idle_session_timeout = " + settings.lease().toMillis());
                statement.execute("listen " + statement.enquoteIdentifier(channel(settings.service()), true));
            }
            call("select true from (select pg_advisory_lock_shared(?, ?)) as l", MEMBER);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** The channel on which replicas of a service wake each other. */
    static String channel(String service) {
        return "sternway-outbox/" + service;
    }

    /** How many replicas there are, this one among them. Also shows the database that we live. */
    int members() throws SQLException {
        String sql = "select count(*) from pg_locks where locktype = 'advisory' and granted and objsubid = 2"
                + " and database = (select oid from pg_database where datname = current_database())"
                + " and classid = ?::oid and objid = ?::oid";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, lockClass);
            statement.setLong(2, MEMBER);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return Math.max(1, result.getInt(1));
            }
        }
    }

    /** Claims a shard if nobody else has it. */
    boolean claim(int shard) throws SQLException {
        return call("select pg_try_advisory_lock(?, ?)", shard);
    }

    /** Gives a shard back. */
    void release(int shard) throws SQLException {
        call("select pg_advisory_unlock(?, ?)", shard);
    }

    /** Waits for wake-ups, at most so long; the shards that they name. */
    Set<Integer> await(int millis) throws SQLException {
        Set<Integer> shards = new TreeSet<>();
        PGNotification[] notifications = connection.unwrap(PGConnection.class).getNotifications(millis);
        if (notifications != null) {
            for (PGNotification notification : notifications) {
                for (String shard : notification.getParameter().split(",", -1)) {
                    shards.add(Integer.valueOf(shard));
                }
            }
        }
        return shards;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private boolean call(String sql, int number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, lockClass);
            statement.setInt(2, number);
            try (ResultSet result = statement.executeQuery()) {
                return result.next() && result.getBoolean(1);
            }
        }
    }

    private static Executor direct() {
        return Runnable::run;
    }
}
