package io.sternway.executor.persistence;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the schema to this version; safe from several replicas at once. */
@ApplicationScoped
public class Schema {
    private final Flyway flyway;

    Schema(Flyway flyway) {
        this.flyway = flyway;
    }

    /**
     * Migrates.
     *
     * @return false if the database cannot be reached: try again
     * @throws FlywayException if it was reached and the migration failed
     */
    public boolean migrate() {
        try {
            flyway.migrate();
            return true;
        } catch (FlywayException e) {
            if (isAway(e)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isAway(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof SQLException sql) {
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
}
