package io.sternway.messaging.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A Postgres with the tables of common-messaging, and transactions bound to the thread as JTA binds them. */
public final class TestDatabase implements AutoCloseable {

    private static final ThreadLocal<@Nullable Connection> CURRENT = new ThreadLocal<>();

    private final Path directory;
    private EmbeddedPostgres postgres;

    public TestDatabase() {
        try {
            directory = Files.createTempDirectory("postgres");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        postgres = start(FreePort.find());
        try (InputStream sql =
                TestDatabase.class.getResourceAsStream("/io/sternway/messaging/V0_1__inbox_outbox_positions.sql")) {
            if (sql == null) {
                throw new IllegalStateException("the migration is not on the class path");
            }
            execute(new String(sql.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the server and starts it again, with its data and its port; what happens between is up to the caller. */
    public void restart(Runnable whileStopped) {
        int port = postgres.getPort();
        stop();
        whileStopped.run();
        postgres = start(port);
    }

    private EmbeddedPostgres start(int port) {
        try {
            return EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .setServerConfig("max_connections", "100")
                    .setServerConfig("autovacuum_naptime", "1s")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void stop() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection of its own. */
    public Connection open() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    /** Connections that join the thread's transaction, where there is one. */
    public DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Connection joined = CURRENT.get();
                    return joined == null ? open() : withoutClose(joined);
                });
    }

    /** Runs work in a transaction. */
    public void run(Runnable work) {
        in(() -> {
            work.run();
            return true;
        });
    }

    /** Runs work in a transaction and returns what it returns. */
    public <T> T in(Supplier<T> work) {
        try (Connection connection = open()) {
            connection.setAutoCommit(false);
            CURRENT.set(connection);
            try {
                T result = work.get();
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                CURRENT.remove();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs statements in the thread's transaction, where there is one. */
    public void execute(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** A number that a query gives. */
    public long number(String sql) {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private static Connection withoutClose(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                TestDatabase.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
