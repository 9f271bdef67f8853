package io.sternway.messaging.testing;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** A replica that is frozen inside a transaction, as its database sees it: a session that says nothing any more. */
public final class SilentTransaction {

    private static final int LOCK = 4711;

    private SilentTransaction() {}

    /** Fails unless what such a replica has locked is free again for others, while the replica is still silent. */
    public static void assertLetsGo(DataSource dataSource) throws SQLException {
        Connection silent = dataSource.getConnection();
        try {
            silent.setAutoCommit(false);
            take(silent);
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                try (Connection other = dataSource.getConnection()) {
                    return take(other);
                }
            });
        } finally {
            silent.close();
        }
    }

    private static boolean take(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet taken = statement.executeQuery("select pg_try_advisory_xact_lock(" + LOCK + ")")) {
            return taken.next() && taken.getBoolean(1);
        }
    }
}
