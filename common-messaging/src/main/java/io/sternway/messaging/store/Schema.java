package io.sternway.messaging.store;

import java.util.Optional;

/** The database schema of this service. */
public interface Schema {

    /**
     * Brings the schema to this version. Safe to call again, and from several replicas at once.
     *
     * @return empty when it is done; else why the database cannot be reached, and the call is to be repeated
     * @throws RuntimeException if the database was reached and the migration failed: the service must not run
     */
    Optional<String> migrate();
}
