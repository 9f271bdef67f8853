package io.sternway.executor;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.clusters.ClusterClients;
import io.sternway.events.ClusterPartitioner;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.events.Topic;
import io.sternway.executor.app.Targets;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.sternway.messaging.testing.RefusedValues;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** The service whole: commands in, clusters changed, records out. */
@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
@WithTestResource(Clusters.class)
class ExecutorIT extends ExecutorScenario {
    @Inject
    Targets targets;

    @Inject
    SessionFactory sessions;

    @Inject
    ClusterClients clients;

    @Test
    @Tag("X1")
    @DisplayName(
            "a deployment, a rollback and a prune: each target is told whole, in order, in its cluster's partition")
    void deployRollBackPrune() {
        List<JsonNode> one = content("1", "stays");
        List<JsonNode> two = content("2", "added");
        promoter.publish(1, one);
        long first = promoter.deploy(1, one, LONG, "eu-1", "us-1");
        TargetDeployment deployed = promoter.await("eu-1", EventType.STAGE_DEPLOYED, state -> true);
        promoter.await("us-1", EventType.STAGE_DEPLOYED, state -> true);
        assertEquals(first, deployed.holds().epoch());
        assertTrue(deployed.holds().complete());
        assertEquals(2, deployed.holds().objects().size());
        assertEquals(Duration.ofSeconds(2), deployed.holds().health().activeInterval());

        promoter.publish(2, two);
        promoter.deploy(2, two, LONG, "eu-1");
        promoter.await(
                "eu-1", EventType.STAGE_DEPLOYED, state -> state.desired().revision() == 2);
        long back = promoter.rollback(1, one, LONG, "eu-1");
        TargetDeployment restored = promoter.await(
                "eu-1", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() == back);
        assertEquals(Purpose.Rollback, restored.desired().purpose());
        assertEquals(1, restored.holds().revision());

        promoter.prune(back, LONG, "eu-1");
        TargetDeployment pruned = promoter.await("eu-1", EventType.TARGET_PRUNED, state -> true);
        assertEquals(PruneState.Done, pruned.prune().state());
        assertEquals(List.of(), pruned.prune().remaining());

        List<Promoter.Told> told = promoter.told("eu-1");
        for (int i = 0; i < told.size(); i++) {
            assertEquals(i + 1, told.get(i).state().sequence(), told.toString());
            assertEquals(
                    ClusterPartitioner.partition("eu-1", Topic.DEPLOYMENTS.defaultPartitions()),
                    told.get(i).partition());
        }
        assertEquals(
                List.of(
                        "StageDeployPending",
                        "StageDeployed",
                        "StageDeployPending",
                        "StageDeployPending",
                        "StageDeployed",
                        "StageDeployPending",
                        "StageDeployPending",
                        "StageDeployed",
                        "TargetPruned"),
                told.stream().map(one1 -> one1.type().name()).toList());
        assertFalse(told.get(3).state().holds().complete());
    }

    @Test
    @DisplayName("what the database refuses is told without its values")
    void valuesOfRefusedRowsAreNotTold() throws SQLException {
        RefusedValues.assertUntold(dataSource);
    }

    @Test
    @DisplayName("queries are planned once, however often they are asked")
    void queriesArePlannedOnce() {
        Statistics statistics = sessions.getStatistics();
        statistics.setStatisticsEnabled(true);
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        deployAgain(one);
        for (int i = 0; i < 20; i++) {
            deployAgain(one);
        }
        // Threads that ask for the first time at the same moment each make a plan.
        List<String> plannedAgain = Stream.of(statistics.getQueries())
                .filter(query -> statistics.getQueryStatistics(query).getPlanCacheMissCount() > 2)
                .toList();
        assertEquals(List.of(), plannedAgain);
    }

    private void deployAgain(List<JsonNode> objects) {
        long epoch = promoter.deploy(1, objects, LONG, "us-1");
        promoter.await(
                "us-1", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() == epoch);
    }

    @Test
    @Tag("X7")
    @DisplayName("X7 without its snapshot a target says so, and goes on when it comes")
    void aMissingSnapshotIsAskedFor() {
        List<JsonNode> one = content("1", "stays");
        promoter.deploy(1, one, LONG, "eu-1");
        TargetDeployment asking = promoter.await("eu-1", EventType.SNAPSHOT_UNKNOWN, state -> true);
        assertEquals(Outcome.Pending, asking.desired().outcome());
        promoter.publish(1, one);
        promoter.await("eu-1", EventType.STAGE_DEPLOYED, state -> true);
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 a cancelled command that has not started answers NotStarted; an older epoch gets what is known")
    void aCancelledCommandStops() {
        faults("us-1").unreachable(true);
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        long epoch = promoter.deploy(1, one, LONG, "us-1");
        promoter.await(
                "us-1",
                EventType.STAGE_DEPLOY_PENDING,
                state -> "Unreachable".equals(state.desired().reason()));
        promoter.cancel(epoch, "us-1");
        TargetDeployment stopped = promoter.await("us-1", EventType.STAGE_DEPLOY_STOPPED, state -> true);
        assertEquals(Outcome.NotStarted, stopped.desired().outcome());
        assertEquals("Superseded", stopped.desired().reason());
        promoter.cancel(epoch - 1, "us-1");
        promoter.await("us-1", EventType.STAGE_DEPLOY_STOPPED, state -> state.sequence() > stopped.sequence());
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 what the API server refuses fails at once with its words")
    void aRefusalFailsAtOnce() {
        List<JsonNode> bad = new ArrayList<>(content("1", "stays"));
        bad.add(yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: lost, namespace: no-such-ns}}"));
        promoter.publish(1, bad);
        promoter.deploy(1, bad, LONG, "eu-1");
        TargetDeployment failed = promoter.await("eu-1", EventType.STAGE_DEPLOY_FAILED, state -> true);
        assertEquals(Outcome.Failed, failed.desired().outcome());
        assertEquals(1, failed.desired().faults().size());
        assertNull(failed.holds());
    }

    @Test
    @Tag("R28")
    @DisplayName("a released target is told, then its key is cleared; it can be deployed again")
    void aTargetIsReleased() {
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, LONG, "us-2");
        promoter.await("us-2", EventType.STAGE_DEPLOYED, state -> true);
        promoter.release(TargetReleaseRequested.Mode.Withdraw, "us-2");
        TargetDeployment released = promoter.await("us-2", EventType.TARGET_RELEASED, state -> true);
        assertNull(released.holds());
        long again = promoter.deploy(1, one, LONG, "us-2");
        TargetDeployment back = promoter.await(
                "us-2", EventType.STAGE_DEPLOYED, state -> state.desired().epoch() == again);
        assertNotNull(back.holds());
        assertTrue(promoter.told("us-2").stream().anyMatch(told -> told.type() == null));
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 other replicas hear of a changed row once it is committed, and only then; a busy worker here too")
    void otherReplicasHearOfCommitsOnly() throws SQLException {
        TargetKey undone = new TargetKey("payments", promoter.promotion, "undone-1");
        TargetKey done = new TargetKey("payments", promoter.promotion, "done-1");
        List<String> heard = new ArrayList<>();
        try (Connection listening = dataSource.getConnection()) {
            try (Statement statement = listening.createStatement()) {
                statement.execute("listen executor_target");
            }
            QuarkusTransaction.begin();
            targets.announce(List.of(undone));
            QuarkusTransaction.rollback();
            QuarkusTransaction.requiringNew().run(() -> targets.announce(List.of(done)));
            await().until(() -> {
                PGNotification[] told = listening.unwrap(PGConnection.class).getNotifications(100);
                for (PGNotification one : told == null ? new PGNotification[0] : told) {
                    heard.add(one.getParameter());
                }
                return heard.stream().anyMatch(one -> one.endsWith(done.toString()));
            });
        }
        assertTrue(heard.stream().noneMatch(one -> one.endsWith(undone.toString())), heard.toString());
        assertThrows(IllegalStateException.class, () -> targets.announce(List.of(done)));
    }

    @Test
    @Tag("K7")
    @DisplayName(
            "K7 a StatefulSet that hangs on a broken Pod comes back by a rollback, and it is told what was deleted")
    void aStatefulSetComesBack() {
        List<JsonNode> good = statefulSet("ready");
        List<JsonNode> bad = statefulSet("crash");
        promoter.publish(1, good);
        promoter.publish(2, bad);
        promoter.deploy(1, good, LONG, "us-2");
        awaitSet(StatefulSetStatus::getReadyReplicas, 2);
        promoter.deploy(2, bad, LONG, "us-2");
        awaitSet(StatefulSetStatus::getUpdatedReplicas, 1);
        awaitSet(StatefulSetStatus::getReadyReplicas, 1);

        long back = promoter.rollback(1, good, Duration.ofMinutes(2), "us-2");

        awaitSet(StatefulSetStatus::getReadyReplicas, 2);
        awaitSet(StatefulSetStatus::getUpdatedReplicas, 2);
        promoter.await(
                "us-2",
                EventType.STAGE_DEPLOYED,
                state -> state.desired().epoch() == back
                        && state.desired().notes().stream()
                                .anyMatch(note -> note.message().contains("broken Pod")));
    }

    private void awaitSet(Function<StatefulSetStatus, Integer> counter, int value) {
        await().ignoreExceptions().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            StatefulSetStatus status = clients.client("us-2")
                    .apps()
                    .statefulSets()
                    .inNamespace("default")
                    .withName(promoter.promotion)
                    .get()
                    .getStatus();
            assertEquals(value, counter.apply(status), status.toString());
        });
    }

    private List<JsonNode> statefulSet(String behaviour) {
        return List.of(yaml("""
            {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: NAME, namespace: default},
             spec: {replicas: 2, serviceName: db, selector: {matchLabels: {app: NAME}},
              updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}},
              template: {metadata: {labels: {app: NAME}, annotations: {sternway.io/pod: DOES}},
               spec: {serviceAccountName: default, containers: [{name: app, image: "db:1"}]}}}}
            """.replace("NAME", promoter.promotion).replace("DOES", behaviour)));
    }

    @Test
    @Tag("X2")
    @DisplayName("X2 a command that comes twice, with other event ids, does nothing twice")
    void aRepeatedCommandIsAnswered() {
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, LONG, "us-1");
        TargetDeployment first = promoter.await("us-1", EventType.STAGE_DEPLOYED, state -> true);
        promoter.repeat();
        TargetDeployment answer =
                promoter.await("us-1", EventType.STAGE_DEPLOYED, state -> state.sequence() > first.sequence());
        assertEquals(first.holds(), answer.holds());
        assertEquals(first.desired(), answer.desired());
    }
}
