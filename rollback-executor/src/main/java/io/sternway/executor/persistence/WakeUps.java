package io.sternway.executor.persistence;

import io.agroal.api.AgroalDataSource;
import io.sternway.executor.app.Pause;
import io.sternway.executor.domain.ledger.TargetKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Tells of rows that have changed: this replica in the process, the others by NOTIFY, on a thread of its own and never in
 * the transaction that changed them, where it would make commits wait for each other. It only makes things faster;
 * whatever is missed is found when it is due.
 */
public final class WakeUps implements AutoCloseable {
    private static final String CHANNEL = "executor_target";
    private static final Logger LOG = Logger.getLogger(WakeUps.class);
    private static final int WAIT_MILLIS = 1_000;

    private final AgroalDataSource dataSource;
    private final Consumer<TargetKey> changed;
    private final String replica = UUID.randomUUID().toString();
    private final Set<TargetKey> toTell = new LinkedHashSet<>();
    private final Thread listener = new Thread(this::listen, "wake-ups");
    private final Thread bell = new Thread(this::tellOthers, "bell");
    private volatile boolean closed;

    /**
     * @param dataSource the pool; one connection of it is kept for listening
     * @param changed is told each row that this or another replica has changed
     */
    public WakeUps(AgroalDataSource dataSource, Consumer<TargetKey> changed) {
        this.dataSource = dataSource;
        this.changed = changed;
    }

    public void start() {
        listener.setDaemon(true);
        listener.start();
        bell.setDaemon(true);
        bell.start();
    }

    @Override
    public void close() {
        closed = true;
        listener.interrupt();
        bell.interrupt();
    }

    /** A transaction that changed these rows has committed. */
    void ring(Set<TargetKey> keys) {
        keys.forEach(changed);
        synchronized (toTell) {
            toTell.addAll(keys);
            toTell.notifyAll();
        }
    }

    private void tellOthers() {
        while (!closed) {
            try {
                notify(next());
            } catch (SQLException e) {
                LOG.debug("other replicas cannot be woken, they poll", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<TargetKey> next() throws InterruptedException {
        synchronized (toTell) {
            while (toTell.isEmpty()) {
                toTell.wait();
            }
            List<TargetKey> keys = List.copyOf(toTell);
            toTell.clear();
            return keys;
        }
    }

    private void notify(List<TargetKey> keys) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "select count(pg_notify(?, ? || ' ' || key)) from unnest(?) as key")) {
            statement.setString(1, CHANNEL);
            statement.setString(2, replica);
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "text", keys.stream().map(TargetKey::toString).toArray()));
            statement.execute();
        }
    }

    private void listen() {
        while (!closed) {
            try (Connection connection = dataSource.getConnection()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("listen " + CHANNEL);
                }
                read(connection.unwrap(PGConnection.class));
            } catch (SQLException | RuntimeException e) {
                LOG.debug("wake-ups are interrupted", e);
                Pause.of(Duration.ofMillis(WAIT_MILLIS));
            }
        }
    }

    private void read(PGConnection connection) throws SQLException {
        while (!closed) {
            PGNotification[] notifications = connection.getNotifications(WAIT_MILLIS);
            if (notifications != null) {
                for (PGNotification notification : notifications) {
                    hear(notification.getParameter());
                }
            }
        }
    }

    /** {@code replica key}; our own are known already. */
    private void hear(String told) {
        String[] words = told.split(" ", 2);
        String[] parts = words[words.length - 1].split("/", -1);
        if (parts.length == 3 && !words[0].equals(replica)) {
            changed.accept(new TargetKey(parts[1], parts[2], parts[0]));
        }
    }
}
