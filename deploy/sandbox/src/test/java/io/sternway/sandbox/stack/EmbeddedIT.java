package io.sternway.sandbox.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.events.Topic;
import io.sternway.messaging.TopicCheck;
import io.sternway.sandbox.story.Requests;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded broker and database are real ones: what services ask of them holds, and they keep their data. */
class EmbeddedIT {

    @TempDir
    private Path folder;

    @Test
    void the_topics_are_as_every_service_demands() {
        try (Broker broker = Broker.start(folder.resolve("kafka"), 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Topics.create(broker.bootstrapServers());
            Topics.create(broker.bootstrapServers());
            assertEquals(List.of(), new TopicCheck(admin, Duration.ofSeconds(10)).check(Arrays.asList(Topic.values())));
        }
    }

    @Test
    void a_broker_that_is_started_again_has_its_topics_on_the_same_port() {
        try (Broker broker = Broker.start(folder.resolve("kafka"), 0)) {
            String address = broker.bootstrapServers();
            Topics.create(address);
            broker.close();
            broker.start();
            assertEquals(address, broker.bootstrapServers());
            try (Requests requests = new Requests(address)) {
                requests.publish("a/b", "{}");
            }
        }
    }

    @Test
    void a_database_that_is_started_again_has_its_data_at_the_same_url() throws SQLException {
        try (Database database = Database.start(folder.resolve("postgres"), false)) {
            String url = database.jdbcUrl();
            execute(url, "CREATE TABLE kept (id int)");
            database.close();
            database.start();
            assertEquals(url, database.jdbcUrl());
            execute(url, "INSERT INTO kept VALUES (1)");
        }
    }

    @Test
    void a_database_that_was_killed_has_all_that_was_committed_when_it_is_started_again() throws SQLException {
        try (Database database = Database.start(folder.resolve("postgres"), false)) {
            execute(database.jdbcUrl(), "CREATE TABLE kept (id int PRIMARY KEY)");
            execute(database.jdbcUrl(), "INSERT INTO kept VALUES (1)");
            database.kill();
            database.start();
            assertThrows(SQLException.class, () -> execute(database.jdbcUrl(), "INSERT INTO kept VALUES (1)"));
        }
    }

    private static void execute(String url, String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }
}
