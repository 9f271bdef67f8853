package io.sternway.executor.persistence;

import io.sternway.messaging.store.DatabaseAway;
import jakarta.enterprise.context.ApplicationScoped;
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
            if (DatabaseAway.causes(e)) {
                return false;
            }
            throw e;
        }
    }
}
