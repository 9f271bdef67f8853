package io.sternway.messaging.intake;

import io.sternway.messaging.BrokerUnavailableException;
import io.sternway.messaging.TerminalException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells failures that pass by themselves from those that are the record's, the promotion's, or the JVM's. */
public final class Failures {

    /**
     * SQLSTATE classes that say nothing about the record: connection, transaction rollback (deadlock, serialization),
     * resources, operator intervention, system error.
     */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "57", "58");

    /** Lock not available; a standby that is not writable yet; a transaction that was ended because we fell silent in it. */
    private static final Set<String> PASSING_STATES = Set.of("55P03", "25006", "25P03");

    private static final int DEEPEST = 20;

    private Failures() {}

    /** Whether the same work can succeed later without anybody doing anything about it. */
    public static boolean passes(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof BrokerUnavailableException || (cause instanceof SQLException sql && passes(sql))) {
                return true;
            }
            for (Throwable suppressed : cause.getSuppressed()) {
                if (suppressed instanceof SQLException sql && passes(sql)) {
                    return true;
                }
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** An {@link Error}, or what a transaction made of one. */
    public static boolean isError(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof Error) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** The verdict that trying again is useless, if the handler gave one. */
    static Optional<TerminalException> terminal(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof TerminalException terminal) {
                return Optional.of(terminal);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static boolean passes(SQLException failure) {
        if (failure instanceof SQLTransientException || failure instanceof SQLRecoverableException) {
            return true;
        }
        @Nullable String state = failure.getSQLState();
        // The connection pool's time-outs carry no state.
        return state == null
                || state.isEmpty()
                || PASSING_STATES.contains(state)
                || (state.length() >= 2 && PASSING_CLASSES.contains(state.substring(0, 2)));
    }
}
