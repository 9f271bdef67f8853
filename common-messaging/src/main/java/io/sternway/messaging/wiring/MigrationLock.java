package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import java.util.Objects;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * Flyway keeps replicas apart by a lock of its session. By default it is one of a transaction, which says nothing while
 * another connection migrates, and which Postgres therefore ends with {@code idle_in_transaction_session_timeout}.
 */
@Singleton
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
class MigrationLock implements FlywayConfigurationCustomizer {

    @Override
    public void customize(FluentConfiguration configuration) {
        Objects.requireNonNull(configuration.getPluginRegister().getExact(PostgreSQLConfigurationExtension.class))
                .setTransactionalLock(false);
    }
}
