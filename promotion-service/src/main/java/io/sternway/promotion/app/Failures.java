package io.sternway.promotion.app;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells failures of the database that pass by themselves from those that are a promotion's, and from those of the JVM. */
final class Failures {

    /** Connection, transaction rollback, resources, operator intervention, system error. */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "57", "58");

    /** The transaction was ended because we fell silent in it. */
    private static final String SILENT_IN_TRANSACTION = "25P03";

    private Failures() {}

    static boolean passes(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return sql instanceof SQLTransientException
                        || sql instanceof SQLRecoverableException
                        || state == null
                        || state.length() < 2
                        || SILENT_IN_TRANSACTION.equals(state)
                        || PASSING_CLASSES.contains(state.substring(0, 2));
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** An {@link Error}, or what a transaction made of one. */
    static boolean isError(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof Error) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
