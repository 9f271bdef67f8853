package io.sternway.messaging.store;

import java.sql.SQLException;
import java.util.Set;

/** Tells a database that is away, starting, stopping or full (of sessions or data) from one that refused what was asked. */
public final class DatabaseAway {

    /** SQLSTATE classes: connection, resources, operator intervention (a server that starts or stops). */
    private static final Set<String> CLASSES = Set.of("08", "53", "57");

    /** The transaction was ended because we fell silent in it. */
    private static final String SILENT_IN_TRANSACTION = "25P03";

    private DatabaseAway() {}

    /** Whether the first failure of the database among the causes says that it is away; one without a state does. */
    public static boolean causes(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return state == null
                        || SILENT_IN_TRANSACTION.equals(state)
                        || CLASSES.stream().anyMatch(state::startsWith);
            }
        }
        return false;
    }
}
