package io.sternway.systemtests.history.check;

import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.ExecutorRow;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the services' tables say: what is still to be done, how far topics were read, what the executor believes. Tests
 * from outside have no business there but this.
 */
final class ServiceTables implements AutoCloseable {

    /** Facts, whose positions are stored with them; what comes through channels is {@link ChannelGroups}' matter. */
    private static final Set<String> FACTS =
            Set.of(Topic.DEPLOYMENTS.topicName(), Topic.HEALTH.topicName(), Topic.CLUSTERS.topicName());

    /** Each gives a promotion's or target's key and what is undone about it. */
    private static final List<String> QUESTIONS = List.of(
            "select key, 'outbox of promotion-service: ' || topic || ' since ' || created_at from promotion.outbox",
            "select key, 'outbox of the executor: ' || topic || ' since ' || created_at from executor.outbox",
            "select key, 'refused by the broker: ' || topic || ': ' || reason from promotion.outbox_failed",
            "select key, 'refused by the broker: ' || topic || ': ' || reason from executor.outbox_failed",
            "select key, 'executor: epoch ' || epoch || ' is ' || outcome || ' ' || coalesce(reason, '')"
                    + " || coalesce(', due at ' || due_at, '') from executor.target"
                    + " where outcome = 'PENDING' or due_at is not null",
            "select promotion, 'rollback ' || rollback || ' is in progress' from promotion.rollback where in_progress",
            "select promotion, failed_attempts || ' decisions in a row threw' from promotion.promotion"
                    + " where failed_attempts > 0",
            "select promotion.promotion, 'does not know the inventory yet' from promotion.promotion,"
                    + " promotion.inventory where fan_out_after is not null and promotion.promotion > fan_out_after");

    private final HistoryScope scope;
    private @Nullable Connection connection;

    ServiceTables(HistoryScope scope) {
        this.scope = scope;
    }

    /** Rows that wait for work. */
    List<String> undone() throws SQLException {
        List<String> undone = new ArrayList<>();
        for (String question : QUESTIONS) {
            try (Statement statement = connection().createStatement();
                    ResultSet rows = statement.executeQuery(question)) {
                while (rows.next()) {
                    if (scope.covers(rows.getString(1))) {
                        undone.add(rows.getString(1) + ": " + rows.getString(2));
                    }
                }
            }
        }
        return undone;
    }

    /** Positions of promotion-service that have not reached these ends. */
    List<String> behind(Map<TopicPartition, Long> ends) throws SQLException {
        Map<TopicPartition, Long> positions = positions();
        List<String> behind = new ArrayList<>();
        ends.forEach((partition, end) -> {
            long position = positions.getOrDefault(partition, 0L);
            if (FACTS.contains(partition.topic()) && position < end) {
                behind.add("promotion-service has read " + partition + " to " + position + " of " + end);
            }
        });
        return behind;
    }

    private Map<TopicPartition, Long> positions() throws SQLException {
        Map<TopicPartition, Long> positions = new HashMap<>();
        try (Statement statement = connection().createStatement();
                ResultSet rows =
                        statement.executeQuery("select topic, partition, position from promotion.consumer_position")) {
            while (rows.next()) {
                positions.put(new TopicPartition(rows.getString(1), rows.getInt(2)), rows.getLong(3));
            }
        }
        return positions;
    }

    /** The executor's row of each target. */
    List<ExecutorRow> executor() throws SQLException {
        List<ExecutorRow> targets = new ArrayList<>();
        try (Statement statement = connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "select key, sequence, epoch, (state #>> '{holds,epoch}')::bigint, (state ->>"
                                + " 'released')::boolean from executor.target")) {
            while (rows.next()) {
                if (scope.covers(rows.getString(1))) {
                    targets.add(new ExecutorRow(
                            TargetRef.ofKey(rows.getString(1)),
                            rows.getLong(2),
                            rows.getLong(3),
                            rows.getObject(4, Long.class),
                            rows.getBoolean(5)));
                }
            }
        }
        return targets;
    }

    private Connection connection() throws SQLException {
        Connection open = connection;
        if (open == null || !open.isValid(5)) {
            open = DriverManager.getConnection(
                    scope.environment().stack().database().jdbcUrl(), "postgres", "postgres");
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database cannot be let go", e);
        }
    }
}
