package io.sternway.executor.persistence;

import io.agroal.api.AgroalDataSource;
import io.sternway.executor.domain.target.TargetKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Tells of rows that other replicas, or this one, have changed: by NOTIFY, on a connection of its own. It only makes
 * things faster; whatever is missed is found when it is due.
 */
public final class WakeUps implements AutoCloseable {
    static final String CHANNEL = "executor_target";

    private static final Logger LOG = Logger.getLogger(WakeUps.class);
    private static final int WAIT_MILLIS = 1_000;

    private final AgroalDataSource dataSource;
    private final Consumer<TargetKey> changed;
    private final Thread thread = new Thread(this::listen, "wake-ups");
    private volatile boolean closed;

    public WakeUps(AgroalDataSource dataSource, Consumer<TargetKey> changed) {
        this.dataSource = dataSource;
        this.changed = changed;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
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
                pause();
            }
        }
    }

    private void read(PGConnection connection) throws SQLException {
        while (!closed) {
            PGNotification[] notifications = connection.getNotifications(WAIT_MILLIS);
            if (notifications != null) {
                for (PGNotification notification : notifications) {
                    tell(notification.getParameter());
                }
            }
        }
    }

    private void tell(String key) {
        String[] parts = key.split("/", -1);
        if (parts.length == 3) {
            changed.accept(new TargetKey(parts[1], parts[2], parts[0]));
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
