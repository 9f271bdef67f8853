package io.sternway.messaging.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
class SlowMigrationIT {

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedPostgres postgres;

    @Inject
    Flyway service;

    @TempDir
    Path scripts;

    @Test
    @DisplayName("a migration may take longer than a session may be silent in a transaction")
    void a_migration_that_outlasts_the_limit_of_silent_transactions_is_applied_once() throws Exception {
        Files.writeString(
                scripts.resolve("V1__slow.sql"), "select pg_sleep(1.5); create table slow.done as select 1 as id");
        DataSource impatient = Objects.requireNonNull(postgres)
                .getDatabase("postgres", "postgres", Map.of("options", "-c idle_in_transaction_session_timeout=500ms"));

        Flyway.configure()
                .configuration(service.getConfiguration())
                .dataSource(impatient)
                .resourceProvider(null)
                .locations("filesystem:" + scripts)
                .schemas("slow")
                .defaultSchema("slow")
                .load()
                .migrate();

        assertEquals(1, count(impatient, "select count(*) from slow.done"));
        assertEquals(1, count(impatient, "select count(*) from slow.flyway_schema_history where version = '1'"));
    }

    private static long count(DataSource database, String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
