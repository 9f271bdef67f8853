package io.sternway.messaging.store;

import io.sternway.messaging.Received.Message;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Which messages were taken before (A4). A message is entered in the transaction of its effect, so
 * that both are there or neither is.
 */
public final class Inbox {

    /** What a message is to us. */
    public enum Arrival {
        /** Seen for the first time; entered now. */
        NEW,
        /** The same source, id and bytes were taken before: it changes nothing. */
        REPEATED,
        /** The same source and id were taken before with other bytes. */
        REUSED
    }

    /**
     * What makes a message one.
     *
     * @param source CloudEvents source
     * @param id CloudEvents id
     */
    public record Key(String source, String id) {}

    private final DataSource dataSource;

    /** @param dataSource whose connections join the caller's transaction */
    public Inbox(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Enters one message in the caller's transaction.
     *
     * @param hash SHA-256 of its type and data, hexadecimal
     */
    public Arrival enter(String source, String id, String hash) {
        Key key = new Key(source, id);
        try {
            Map<Key, String> hashes = Map.of(key, hash);
            return enterAll(hashes).getOrDefault(key, Arrival.NEW);
        } catch (SQLException e) {
            throw new StoreException("the inbox could not be written", e);
        }
    }

    /**
     * Enters messages in the caller's transaction, in one statement; the answer has one entry for each message, in
     * order. A message that is twice among them is new once.
     */
    public List<Arrival> enter(List<? extends Message> messages) {
        Map<Key, String> first = new LinkedHashMap<>();
        for (Message message : messages) {
            first.putIfAbsent(new Key(message.source(), message.id()), message.hash());
        }
        Map<Key, Arrival> arrivals;
        try {
            arrivals = enterAll(first);
        } catch (SQLException e) {
            throw new StoreException("the inbox could not be written", e);
        }
        List<Arrival> answers = new ArrayList<>();
        Map<Key, String> seen = new HashMap<>();
        for (Message message : messages) {
            Key key = new Key(message.source(), message.id());
            String before = seen.putIfAbsent(key, message.hash());
            if (before == null) {
                answers.add(arrivals.getOrDefault(key, Arrival.NEW));
            } else if (!before.equals(message.hash())) {
                answers.add(Arrival.REUSED);
            } else {
                Arrival original = arrivals.getOrDefault(key, Arrival.NEW);
                answers.add(original == Arrival.NEW ? Arrival.REPEATED : original);
            }
        }
        return answers;
    }

    /**
     * Forgets what was entered longer ago than that, in small batches with a transaction each.
     *
     * @return how many were forgotten
     */
    public long forget(Duration retention, int batch) {
        long forgotten = 0;
        while (true) {
            int deleted = forgetBatch(retention, batch);
            forgotten += deleted;
            if (deleted < batch) {
                return forgotten;
            }
        }
    }

    /** How many messages are remembered, as the database estimates it. */
    public long size() {
        String sql = "select greatest(reltuples, 0)::bigint from pg_class where oid = 'inbox'::regclass";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new StoreException("the inbox could not be counted", e);
        }
    }

    private int forgetBatch(Duration retention, int batch) {
        String sql = "delete from inbox where ctid = any (array(select ctid from inbox"
                + " where received_at < now() - ? * interval '1 second' order by received_at limit ?))";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, retention.toSeconds());
            statement.setInt(2, batch);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new StoreException("old rows of the inbox could not be deleted", e);
        }
    }

    /** Arrivals that are not new. Sorted by key first, so that two batches never wait for each other in a circle. */
    private Map<Key, Arrival> enterAll(Map<Key, String> hashes) throws SQLException {
        if (hashes.isEmpty()) {
            return Map.of();
        }
        Map<Key, String> sorted =
                new TreeMap<>(Comparator.comparing(Key::source).thenComparing(Key::id));
        sorted.putAll(hashes);
        try (Connection connection = dataSource.getConnection()) {
            Map<Key, String> rest = new HashMap<>(sorted);
            String insert = "insert into inbox (source, id, hash) select source, id, decode(hash, 'hex')"
                    + " from unnest(?::text[], ?::text[], ?::text[]) as m (source, id, hash)"
                    + " on conflict do nothing returning source, id";
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                setKeys(connection, statement, sorted.keySet());
                statement.setArray(
                        3, connection.createArrayOf("text", sorted.values().toArray()));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        rest.remove(new Key(rows.getString(1), rows.getString(2)));
                    }
                }
            }
            return rest.isEmpty() ? Map.of() : compare(connection, rest);
        }
    }

    private static Map<Key, Arrival> compare(Connection connection, Map<Key, String> hashes) throws SQLException {
        Map<Key, Arrival> arrivals = new HashMap<>();
        String select = "select i.source, i.id, encode(i.hash, 'hex') from inbox i"
                + " join unnest(?::text[], ?::text[]) as k (source, id) on i.source = k.source and i.id = k.id";
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            setKeys(connection, statement, hashes.keySet());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Key key = new Key(rows.getString(1), rows.getString(2));
                    boolean same = rows.getString(3).equals(hashes.get(key));
                    arrivals.put(key, same ? Arrival.REPEATED : Arrival.REUSED);
                }
            }
        }
        return arrivals;
    }

    private static void setKeys(Connection connection, PreparedStatement statement, Collection<Key> keys)
            throws SQLException {
        Array sources =
                connection.createArrayOf("text", keys.stream().map(Key::source).toArray());
        Array ids = connection.createArrayOf("text", keys.stream().map(Key::id).toArray());
        statement.setArray(1, sources);
        statement.setArray(2, ids);
    }
}
