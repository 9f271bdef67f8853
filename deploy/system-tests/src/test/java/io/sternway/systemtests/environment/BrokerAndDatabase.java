package io.sternway.systemtests.environment;

import io.sternway.events.Topic;
import io.sternway.sandbox.stack.Stack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;

/** What the services stand on, as an administrator of broker and database sees and changes it. */
public final class BrokerAndDatabase {

    private final Stack stack;

    public BrokerAndDatabase(Stack stack) {
        this.stack = stack;
    }

    /** How many members a consumer group has. */
    public int members(String group) {
        try (Admin admin = admin()) {
            var described = admin.describeConsumerGroups(List.of(group)).describedGroups();
            return get(Objects.requireNonNull(described.get(group))).members().size();
        }
    }

    public void deleteTopic(Topic topic) {
        try (Admin admin = admin()) {
            get(admin.deleteTopics(List.of(topic.topicName())).all());
        }
    }

    /** Changes a topic's setting. */
    public void set(Topic topic, String setting, String value) {
        try (Admin admin = admin()) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.topicName());
            AlterConfigOp change = new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
            get(admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all());
        }
    }

    /** The first column of what a query finds, as text. */
    public List<String> query(String sql) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (result.next()) {
                found.add(result.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** What a migration of a newer version may do while this one runs (docs/upgrades.md), done to every table. */
    public void expandAsNewerVersion(String schema) {
        query("select table_name from information_schema.tables where table_schema = '" + schema
                        + "' and table_name <> 'flyway_schema_history'")
                .forEach(table -> execute("alter table " + schema + "." + table
                        + " add column newer_one text, add column newer_two bigint not null default 0"));
        execute("create table " + schema + ".newer (id bigint primary key)");
        execute("insert into " + schema + ".flyway_schema_history (installed_rank, version, description, type, script,"
                + " checksum, installed_by, execution_time, success)"
                + " values (1000, '1000', 'newer', 'SQL', 'V1000__newer.sql', 1, 'postgres', 1, true)");
    }

    private void execute(String sql) {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection(stack.database().jdbcUrl(), "postgres", "postgres");
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", stack.broker().bootstrapServers()));
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
