package io.sternway.promotion.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The service's schema, seen from outside: through connections that are neither its own nor in its transactions. */
public final class Database {

    private final EmbeddedPostgres postgres;

    Database(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** A number, or whether something is so (1 or 0). */
    public long number(String sql) {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT (" + sql + ")::int")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Whether something is so. */
    public boolean holds(String condition) {
        return number(condition) == 1;
    }

    /** Runs a statement in a transaction of its own; tells how many rows it changed. */
    public int execute(String sql) {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** A transaction that holds the locks that a statement takes, until it is committed. */
    public Held hold(String sql) {
        try {
            Connection connection = open();
            connection.setAutoCommit(false);
            Held held = new Held(connection);
            held.execute(sql);
            return held;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Whether somebody waits for a lock. */
    public boolean somebodyWaits() {
        return holds("SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted)");
    }

    private Connection open() throws SQLException {
        Connection connection = postgres.getPostgresDatabase().getConnection();
        connection.setSchema("promotion");
        return connection;
    }

    /** An open transaction. */
    public record Held(Connection connection) implements AutoCloseable {

        public void execute(String sql) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(sql, e);
            }
        }

        /** Commits. */
        @Override
        public void close() {
            try (connection) {
                connection.commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
