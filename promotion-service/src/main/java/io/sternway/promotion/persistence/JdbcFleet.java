package io.sternway.promotion.persistence;

import com.fasterxml.jackson.core.type.TypeReference;
import io.sternway.messaging.store.StoreException;
import io.sternway.promotion.app.Fleet;
import io.sternway.promotion.app.Inventories;
import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.model.fleet.PartitionView.Deaf;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The fleet in Postgres: a fixed number of statements for each poll, however many clusters it tells about. */
@ApplicationScoped
class JdbcFleet implements Fleet {

    private static final TypeReference<List<Deaf>> DEAF = new TypeReference<>() {};

    private final DataSource dataSource;
    private final Inventories inventories;

    JdbcFleet(DataSource dataSource, Inventories inventories) {
        this.dataSource = dataSource;
        this.inventories = inventories;
    }

    @Override
    public FleetView view(Collection<String> clusters) {
        Map<String, ClusterView> views = new HashMap<>();
        reported(new TreeSet<>(clusters), "").forEach((name, reported) -> views.put(name, reported.view()));
        return new FleetView(inventories.all().orElse(null), views, partitions(null, ""));
    }

    @Override
    public Reports lockReports(Set<Integer> partitions, Set<String> clusters) {
        Map<Integer, PartitionView> heard = partitions(partitions, " FOR UPDATE OF h");
        return new Reports(heard, reported(clusters, " FOR UPDATE"));
    }

    private Map<String, Reported> reported(Set<String> clusters, String lock) {
        String sql = "SELECT cluster, partition, reached, interval_ms, heard_at, fresh_at, fresh_since, returns, term,"
                + " counter FROM cluster_report WHERE cluster = ANY (?) ORDER BY cluster" + lock;
        return with(sql, statement -> {
            statement.setArray(1, statement.getConnection().createArrayOf("text", clusters.toArray()));
            Map<String, Reported> found = new HashMap<>();
            read(
                    statement,
                    row -> found.put(row.getString(1), new Reported(cluster(row), row.getLong(9), row.getLong(10))));
            return found;
        });
    }

    private static ClusterView cluster(ResultSet row) throws SQLException {
        return new ClusterView(
                row.getInt(2),
                row.getBoolean(3),
                Duration.ofMillis(row.getLong(4)),
                required(row, 5),
                instant(row, 6),
                instant(row, 7),
                row.getLong(8));
    }

    private Map<Integer, PartitionView> partitions(@Nullable Set<Integer> wanted, String lock) {
        String sql = "SELECT h.partition, h.heard_at, h.heard_since, h.interval_ms, h.deaf, c.caught_up_at"
                + " FROM partition_hearing h LEFT JOIN partition_catch_up c ON c.partition = h.partition"
                + (wanted == null ? "" : " WHERE h.partition = ANY (?)") + " ORDER BY h.partition" + lock;
        return with(sql, statement -> {
            if (wanted != null) {
                statement.setArray(1, statement.getConnection().createArrayOf("int4", wanted.toArray()));
            }
            Map<Integer, PartitionView> found = new HashMap<>();
            read(statement, row -> found.put(row.getInt(1), partition(row)));
            return found;
        });
    }

    private static PartitionView partition(ResultSet row) throws SQLException {
        return new PartitionView(
                required(row, 2),
                required(row, 3),
                Duration.ofMillis(row.getLong(4)),
                StateJson.read(row.getString(5), DEAF),
                instant(row, 6));
    }

    @Override
    public void saveReports(Map<String, Reported> clusters, Map<Integer, PartitionView> partitions) {
        savePartitions(List.copyOf(new TreeMap<>(partitions).entrySet()));
        saveClusters(List.copyOf(new TreeMap<>(clusters).entrySet()));
    }

    private void savePartitions(List<Map.Entry<Integer, PartitionView>> partitions) {
        String sql = "INSERT INTO partition_hearing (partition, heard_at, heard_since, interval_ms, deaf)"
                + " SELECT p, h, s, i, d::jsonb FROM unnest(?::int[], ?::timestamptz[], ?::timestamptz[], ?::bigint[],"
                + " ?::text[]) AS n (p, h, s, i, d)"
                + " ON CONFLICT (partition) DO UPDATE SET heard_at = excluded.heard_at,"
                + " heard_since = excluded.heard_since, interval_ms = excluded.interval_ms, deaf = excluded.deaf";
        List<PartitionView> views = partitions.stream().map(Map.Entry::getValue).toList();
        with(sql, statement -> {
            array(statement, 1, "int4", partitions, Map.Entry::getKey);
            array(statement, 2, "timestamptz", views, view -> utc(view.heardAt()));
            array(statement, 3, "timestamptz", views, view -> utc(view.heardSince()));
            array(statement, 4, "int8", views, view -> view.interval().toMillis());
            array(statement, 5, "text", views, view -> StateJson.write(view.deaf()));
            return statement.executeUpdate();
        });
    }

    private void saveClusters(List<Map.Entry<String, Reported>> clusters) {
        String sql = "INSERT INTO cluster_report (cluster, partition, reached, interval_ms, heard_at, fresh_at,"
                + " fresh_since, returns, term, counter) SELECT * FROM unnest(?::text[], ?::int[], ?::boolean[],"
                + " ?::bigint[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[], ?::bigint[], ?::bigint[],"
                + " ?::bigint[]) ON CONFLICT (cluster) DO UPDATE SET partition = excluded.partition,"
                + " reached = excluded.reached, interval_ms = excluded.interval_ms, heard_at = excluded.heard_at,"
                + " fresh_at = excluded.fresh_at, fresh_since = excluded.fresh_since, returns = excluded.returns,"
                + " term = excluded.term, counter = excluded.counter";
        List<ClusterView> views =
                clusters.stream().map(entry -> entry.getValue().view()).toList();
        with(sql, statement -> {
            array(statement, 1, "text", clusters, Map.Entry::getKey);
            array(statement, 2, "int4", views, ClusterView::partition);
            array(statement, 3, "bool", views, ClusterView::reached);
            array(statement, 4, "int8", views, view -> view.interval().toMillis());
            array(statement, 5, "timestamptz", views, view -> utc(view.heardAt()));
            array(statement, 6, "timestamptz", views, view -> utc(view.freshAt()));
            array(statement, 7, "timestamptz", views, view -> utc(view.freshSince()));
            array(statement, 8, "int8", views, ClusterView::returns);
            array(statement, 9, "int8", clusters, e -> e.getValue().term());
            array(statement, 10, "int8", clusters, e -> e.getValue().counter());
            return statement.executeUpdate();
        });
    }

    @Override
    public Set<String> concerned(Collection<String> reached, Collection<String> changed) {
        String sql = "SELECT DISTINCT t.promotion FROM target t JOIN promotion p ON p.promotion = t.promotion"
                + " WHERE t.cluster = ANY (?) OR (t.cluster = ANY (?) AND p.waits_for_report)";
        return with(sql, statement -> {
            statement.setArray(1, statement.getConnection().createArrayOf("text", changed.toArray()));
            statement.setArray(2, statement.getConnection().createArrayOf("text", reached.toArray()));
            Set<String> found = new TreeSet<>();
            read(statement, row -> found.add(row.getString(1)));
            return found;
        });
    }

    @Override
    public List<Integer> unknownStates(List<ReportedState> reported) {
        String sql = "SELECT r.i FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[], ?::bool[])"
                + " WITH ORDINALITY"
                + " AS r (promotion, cluster, epoch, transition, health, steady, i)"
                + " JOIN target t ON t.promotion = r.promotion AND t.cluster = r.cluster"
                + " WHERE (r.epoch, r.transition) > (t.health_epoch, t.health_transition)"
                + " OR ((r.epoch, r.transition) = (t.health_epoch, t.health_transition)"
                + " AND (r.health <> t.state #>> '{health,state}'"
                + " OR r.steady <> coalesce((t.state #>> '{health,steady}')::bool, true))) ORDER BY r.i";
        return with(sql, statement -> {
            array(statement, 1, "text", reported, ReportedState::promotion);
            array(statement, 2, "text", reported, ReportedState::cluster);
            array(statement, 3, "int8", reported, ReportedState::epoch);
            array(statement, 4, "int8", reported, ReportedState::transition);
            array(statement, 5, "text", reported, target -> target.state().name());
            array(statement, 6, "bool", reported, ReportedState::steady);
            List<Integer> indexes = new ArrayList<>();
            read(statement, row -> indexes.add(row.getInt(1) - 1));
            return indexes;
        });
    }

    @Override
    public void caughtUp(Map<Integer, Instant> until) {
        String sql = "INSERT INTO partition_catch_up AS c (partition, caught_up_at)"
                + " SELECT p, t FROM unnest(?::int[], ?::timestamptz[]) AS n (p, t) ORDER BY p"
                + " ON CONFLICT (partition) DO UPDATE SET caught_up_at = excluded.caught_up_at"
                + " WHERE c.caught_up_at < excluded.caught_up_at";
        List<Map.Entry<Integer, Instant>> proofs = List.copyOf(until.entrySet());
        with(sql, statement -> {
            array(statement, 1, "int4", proofs, Map.Entry::getKey);
            array(statement, 2, "timestamptz", proofs, proof -> utc(proof.getValue()));
            return statement.executeUpdate();
        });
    }

    private <T> T with(String sql, Work<T> work) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return work.run(statement);
        } catch (SQLException e) {
            throw new StoreException("the fleet could not be read or written", e);
        }
    }

    private static void read(PreparedStatement statement, Row row) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                row.read(rows);
            }
        }
    }

    private static <T> void array(
            PreparedStatement statement, int index, String type, List<T> items, Function<T, @Nullable Object> value)
            throws SQLException {
        Object[] values = new Object[items.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(items.get(i));
        }
        statement.setArray(index, statement.getConnection().createArrayOf(type, values));
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(ResultSet rows, int column) throws SQLException {
        OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static Instant required(ResultSet rows, int column) throws SQLException {
        return rows.getObject(column, OffsetDateTime.class).toInstant();
    }

    @FunctionalInterface
    private interface Work<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    @FunctionalInterface
    private interface Row {
        void read(ResultSet row) throws SQLException;
    }
}
