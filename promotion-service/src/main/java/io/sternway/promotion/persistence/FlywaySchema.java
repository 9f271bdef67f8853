package io.sternway.promotion.persistence;

import io.sternway.messaging.store.DatabaseAway;
import io.sternway.promotion.app.Schema;
import jakarta.enterprise.context.ApplicationScoped;
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
            if (DatabaseAway.causes(e)) {
                return Optional.of(rootMessage(e));
            }
            throw e;
        }
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
