package io.sternway.executor;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Publications;
import io.sternway.executor.app.Snapshots;
import io.sternway.executor.app.Targets;
import io.sternway.executor.app.Workers;
import io.sternway.messaging.store.StoreException;
import io.sternway.messaging.store.Transactions;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several replicas on one database: one is killed, one finds what nobody expected. */
@QuarkusTest
@TestProfile(ReplicasIT.OfItsOwn.class)
@WithTestResource(KafkaAndPostgres.class)
@WithTestResource(Clusters.class)
class ReplicasIT {
    private static final Logger LOG = Logger.getLogger(ReplicasIT.class);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SLOW_MACHINE = Duration.ofSeconds(45);

    /** A service of its own: its workers are stopped for good. */
    public static final class OfItsOwn implements QuarkusTestProfile {}

    @KafkaAndPostgres.Running
    EmbeddedKafka kafka;

    @Clusters.Running
    SimulatedFleet fleet;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    Targets targets;

    @Inject
    Snapshots snapshots;

    @Inject
    Publications publications;

    @Inject
    Transactions transactions;

    @Inject
    Delivery delivery;

    @Inject
    Workers own;

    private final List<Replica> replicas = new ArrayList<>();
    private final List<Promoter> promoters = new ArrayList<>();

    /** The replicas are the test's: the service's own workers rest. */
    @BeforeEach
    void open() {
        own.close();
        for (int i = 0; i < 4; i++) {
            promoters.add(new Promoter(kafka.bootstrapServers()));
        }
    }

    @AfterEach
    void close() {
        Clusters.NAMES.forEach(name -> fleet.cluster(name).faults().clear());
        replicas.forEach(Replica::close);
        promoters.forEach(Promoter::close);
    }

    @ParameterizedTest(name = "{0} replicas")
    @ValueSource(ints = {2, 3})
    @Tag("X8")
    @DisplayName("X8 the work of a replica that is killed is taken over within its lease and one call's time, once")
    void aKilledReplicasWorkIsTakenOver(int count) throws SQLException {
        Clusters.NAMES.forEach(name -> fleet.cluster(name).faults().delayMillis(200));
        for (Promoter promoter : promoters) {
            promoter.publish(1, content(promoter));
            promoter.deploy(1, content(promoter), LONG, Clusters.NAMES.toArray(String[]::new));
        }
        start(1);
        Replica victim = replicas.get(0);
        await().atMost(LONG).until(() -> !heldBy(victim).isEmpty());
        start(count - 1);
        victim.kill();
        Set<String> orphans = heldBy(victim);
        long killed = System.nanoTime();
        await().atMost(LONG).until(() -> left(orphans) == 0);
        Duration took = Duration.ofNanos(System.nanoTime() - killed);

        LOG.infof("%d targets of a killed replica of %d were done after %d ms", orphans.size(), count, took.toMillis());
        assertFalse(orphans.isEmpty());
        assertTrue(took.compareTo(Replica.LEASE.plus(Replica.CALL).plus(SLOW_MACHINE)) < 0, took.toString());
        for (Promoter promoter : promoters) {
            for (String cluster : Clusters.NAMES) {
                TargetDeployment done = promoter.await(cluster, EventType.STAGE_DEPLOYED, state -> true);
                assertEquals(
                        1,
                        done.holds().objects().stream()
                                .mapToLong(TargetDeployment.AppliedObject::generation)
                                .max()
                                .orElseThrow());
                assertEquals(
                        1,
                        promoter.told(cluster).stream()
                                .filter(told -> EventType.STAGE_DEPLOYED.equals(told.type()))
                                .count());
            }
        }
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a target whose result cannot be stored is set aside; the others go on, and it is retried by hand")
    void anUnexpectedFailureIsSetAside() throws SQLException {
        start(2);
        replicas.forEach(replica -> replica.poisoned = "eu-1");
        Promoter promoter = promoters.get(0);
        promoter.publish(1, content(promoter));
        promoter.deploy(1, content(promoter), LONG, "eu-1", "eu-2", "us-1");
        promoter.await("eu-2", EventType.STAGE_DEPLOYED, state -> true);
        promoter.await("us-1", EventType.STAGE_DEPLOYED, state -> true);
        await().atMost(LONG).until(() -> "Unexpected IllegalStateException".equals(setAside(promoter, "eu-1")));

        replicas.forEach(replica -> replica.poisoned = "");
        retry(promoter, "eu-1");
        promoter.await("eu-1", EventType.STAGE_DEPLOYED, state -> true);
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a full disk, on which reads succeed, sets no target aside: it goes on when there is room")
    void aFullDiskIsWaitedFor() throws SQLException {
        start(1);
        Replica replica = replicas.get(0);
        replica.poison = new StoreException("the outbox is full", new SQLException("could not extend file", "53100"));
        replica.poisoned = "eu-1";
        Promoter promoter = promoters.get(0);
        promoter.publish(1, content(promoter));
        promoter.deploy(1, content(promoter), LONG, "eu-1");
        await().atMost(LONG).until(() -> replica.refusals.get() > 6);
        assertNull(setAside(promoter, "eu-1"));

        replica.poisoned = "";
        promoter.await("eu-1", EventType.STAGE_DEPLOYED, state -> true);
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a target whose row cannot be read is set aside; the others go on; a newer command starts anew")
    void anUnreadableRowIsSetAside() throws SQLException {
        Promoter promoter = promoters.get(0);
        promoter.publish(1, content(promoter));
        promoter.deploy(1, content(promoter), LONG, "eu-1", "eu-2");
        promoter.await("eu-1", EventType.STAGE_DEPLOY_PENDING, state -> true);
        String key = "eu-1/payments/" + promoter.promotion;
        String state = text("select cast(state as text) from executor.target where key = ?", key);
        update("update executor.target set state = '{\"sequence\": \"?\"}' where key = ?", key);
        start(1);
        promoter.await("eu-2", EventType.STAGE_DEPLOYED, any -> true);
        await().atMost(LONG).until(() -> "RowUnreadable".equals(setAside(promoter, "eu-1")));

        update(
                "update executor.target set state = cast('" + state.replace("'", "''") + "' as jsonb) where key = ?",
                key);
        retry(promoter, "eu-1");
        promoter.await("eu-1", EventType.STAGE_DEPLOYED, any -> true);
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a newer command takes up a target that was set aside")
    void aNewerCommandTakesItUp() throws SQLException {
        start(1);
        replicas.get(0).poisoned = "us-2";
        Promoter promoter = promoters.get(0);
        promoter.publish(1, content(promoter));
        promoter.deploy(1, content(promoter), LONG, "us-2");
        await().atMost(LONG).until(() -> setAside(promoter, "us-2") != null);
        replicas.get(0).poisoned = "";
        long newer = promoter.deploy(1, content(promoter), LONG, "us-2");
        promoter.await(
                "us-2", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() == newer);
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a newer command takes up a target whose row cannot be read, and reaches the others that it lists")
    void aNewerCommandTakesUpAnUnreadableRow() throws SQLException {
        start(1);
        Promoter promoter = promoters.get(0);
        promoter.publish(1, content(promoter));
        long older = promoter.deploy(1, content(promoter), LONG, "eu-1", "eu-2");
        promoter.await("eu-2", EventType.STAGE_DEPLOYED, any -> true);
        TargetDeployment before = promoter.await("eu-1", EventType.STAGE_DEPLOYED, any -> true);
        String key = "eu-1/payments/" + promoter.promotion;
        update("update executor.target set state = '{\"sequence\": \"?\"}' where key = ?", key);

        promoter.cancel(older, "eu-1");
        await().atMost(LONG).until(() -> "RowUnreadable".equals(setAside(promoter, "eu-1")));
        long newer = promoter.deploy(1, content(promoter), LONG, "eu-1", "eu-2");
        promoter.await(
                "eu-2", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() > newer);
        TargetDeployment after = promoter.await(
                "eu-1", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() == newer);
        assertTrue(after.sequence() > before.sequence());
    }

    private void start(int count) {
        IntStream.range(0, count)
                .forEach(i -> replicas.add(new Replica(
                        "replica-" + System.nanoTime(), targets, snapshots, publications, transactions, delivery)));
    }

    private List<JsonNode> content(Promoter promoter) {
        return List.of(
                json(
                        "{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\", \"metadata\": {\"name\": \"NAME\","
                                + " \"namespace\": \"default\"}, \"spec\": {\"replicas\": 1, \"selector\":"
                                + " {\"matchLabels\": {\"app\": \"NAME\"}}, \"template\": {\"metadata\": {\"labels\":"
                                + " {\"app\": \"NAME\"}}, \"spec\": {\"containers\": [{\"name\": \"app\", \"image\":"
                                + " \"web:1\"}]}}}}",
                        promoter),
                json(
                        "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"NAME\","
                                + " \"namespace\": \"default\"}}",
                        promoter));
    }

    private static JsonNode json(String text, Promoter promoter) {
        try {
            return EventJson.mapper().readTree(text.replace("NAME", promoter.promotion));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Set<String> heldBy(Replica replica) throws SQLException {
        Set<String> keys = new TreeSet<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "select key from executor.target where starts_with(lease_owner, ?) and outcome = 'PENDING'")) {
            statement.setString(1, replica.name);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getString(1));
                }
            }
        }
        return keys;
    }

    private int left(Set<String> keys) throws SQLException {
        int left = 0;
        for (String key : keys) {
            left += "APPLIED".equals(text("select outcome from executor.target where key = ?", key)) ? 0 : 1;
        }
        return left;
    }

    private String setAside(Promoter promoter, String cluster) throws SQLException {
        return text("select set_aside from executor.target where key = ?", cluster + "/payments/" + promoter.promotion);
    }

    /** As docs/operations.md says. */
    private void retry(Promoter promoter, String cluster) throws SQLException {
        update(
                "update executor.target set set_aside = null where key = ?",
                cluster + "/payments/" + promoter.promotion);
    }

    private String text(String sql, String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    private void update(String sql, String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            assertEquals(1, statement.executeUpdate());
        }
    }
}
