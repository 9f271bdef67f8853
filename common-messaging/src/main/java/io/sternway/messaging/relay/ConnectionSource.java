package io.sternway.messaging.relay;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections outside the pool: the relay's locks live and end with a session of its own. */
@FunctionalInterface
public interface ConnectionSource {

    Connection open() throws SQLException;
}
