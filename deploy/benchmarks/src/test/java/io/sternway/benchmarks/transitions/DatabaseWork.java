package io.sternway.benchmarks.transitions;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What Postgres has done since it was started, by its own statistics.
 *
 * @param commits transactions that wrote something
 * @param inserted rows
 * @param updated rows
 * @param deleted rows
 * @param walBytes written to its log
 */
record DatabaseWork(long commits, long inserted, long updated, long deleted, long walBytes) {

    private static final String STATISTICS = """
            select pg_snapshot_xmax(pg_current_snapshot())::text::bigint, tup_inserted, tup_updated, tup_deleted,
                   pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
            from pg_stat_database where datname = current_database()
            """;

    /** So far; statistics of other sessions may be a second late. */
    static DatabaseWork of(String jdbcUrl) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl, "postgres", "postgres");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(STATISTICS)) {
            row.next();
            return new DatabaseWork(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
        }
    }

    DatabaseWork since(DatabaseWork before) {
        return new DatabaseWork(
                commits - before.commits,
                inserted - before.inserted,
                updated - before.updated,
                deleted - before.deleted,
                walBytes - before.walBytes);
    }
}
