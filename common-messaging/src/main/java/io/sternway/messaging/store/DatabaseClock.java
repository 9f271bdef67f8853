package io.sternway.messaging.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;

/** The database's clock, which all replicas share (A8). */
public final class DatabaseClock {

    private final DataSource dataSource;

    /** @param dataSource whose connections join the caller's transaction */
    public DatabaseClock(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Now; it goes on during a transaction. */
    public Instant now() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("select clock_timestamp()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getObject(1, OffsetDateTime.class).toInstant();
        } catch (SQLException e) {
            throw new StoreException("the database does not tell the time", e);
        }
    }
}
