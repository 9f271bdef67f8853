package io.sternway.promotion.persistence;

import io.sternway.promotion.app.Schema;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Applies the migrations under {@code db/migration}; replicas that start together wait for one another. */
@ApplicationScoped
class FlywaySchema implements Schema {

    private final Flyway flyway;

    FlywaySchema(Flyway flyway) {
        this.flyway = flyway;
    }

    @Override
    public Optional<String> migrate() {
        try {
            flyway.migrate();
            return Optional.empty();
        } catch (FlywayException e) {
            if (isUnavailable(e)) {
                return Optional.of(rootMessage(e));
            }
            throw e;
        }
    }

    /** Connection failures have SQL states of class 08, a starting or stopping server those of class 57; 25P03: we fell silent. */
    private static boolean isUnavailable(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                String state = sql.getSQLState();
                return state == null
                        || state.startsWith("08")
                        || state.startsWith("57")
                        || state.startsWith("53")
                        || state.equals("25P03");
            }
        }
        return false;
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
