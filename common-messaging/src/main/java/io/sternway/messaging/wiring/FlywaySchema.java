package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.sternway.messaging.store.DatabaseAway;
import io.sternway.messaging.store.Schema;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Applies the migrations under {@code db/migration}; replicas that start together wait for one another. */
@Singleton
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
class FlywaySchema implements Schema {

    private final Flyway flyway;

    @Inject
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
