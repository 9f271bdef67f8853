package io.sternway.executor;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.vocabulary.Outcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clusters and workers that do not answer, or not as they should. */
@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
@WithTestResource(Clusters.class)
class ExecutorOutagesIT extends ExecutorScenario {
    @Test
    @Tag("X4")
    @DisplayName("X4 a cluster that does not answer is tried until it does, delays nobody else, and is no failure")
    void aSilentClusterIsTriedAgain() {
        faults("eu-2").unreachable(true);
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, LONG, "eu-2", "us-2");
        promoter.await("us-2", EventType.STAGE_DEPLOYED, state -> true);
        promoter.await(
                "eu-2",
                EventType.STAGE_DEPLOY_PENDING,
                state -> "Unreachable".equals(state.desired().reason()));
        faults("eu-2").unreachable(false);
        TargetDeployment deployed = promoter.await("eu-2", EventType.STAGE_DEPLOYED, state -> true);
        assertTrue(deployed.desired().attempts() > 1);
        assertNull(deployed.desired().reason());
    }

    @Test
    @Tag("X2")
    @DisplayName(
            "X2 connections that are reset after a write took effect: each took effect once, and the ledger is right")
    void lostAnswersAreFound() {
        long before = lastWrite("eu-2");
        // Dry runs count as writes here: two objects are tried, then come the inventory and the objects.
        faults("eu-2").resetsAfterWrite(4);
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, Duration.ofMinutes(5), "eu-2");
        promoter.await(
                "eu-2",
                EventType.STAGE_DEPLOY_PENDING,
                state -> "Unreachable".equals(state.desired().reason()));
        TargetDeployment done = promoter.await("eu-2", EventType.STAGE_DEPLOYED, state -> true);

        assertEquals(Outcome.Applied, done.desired().outcome());
        assertTrue(done.desired().attempts() > 1);
        assertTrue(done.holds().complete());
        for (String object :
                List.of("/deployments/" + promoter.promotion, "/configmaps/" + promoter.promotion + "-stays")) {
            assertEquals(
                    1,
                    fleet.cluster("eu-2").requests().after(before).stream()
                            .filter(write -> write.path().endsWith(object))
                            .filter(write -> !write.dryRun() && write.status() < 300)
                            .count(),
                    object);
        }
    }

    private long lastWrite(String cluster) {
        return fleet.cluster(cluster).requests().after(0).stream()
                .mapToLong(RequestLog.Entry::number)
                .max()
                .orElse(0);
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 429, 503 and expired credentials are tried again under their own reasons, and are no failure")
    void refusedCallsAreTriedAgain() {
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        faults("eu-1").retryAfterSeconds(2).answer(429);
        faults("eu-2").answer(503);
        faults("us-1").credentialsExpired(true);
        promoter.deploy(1, one, LONG, "eu-1", "eu-2", "us-1");
        Map<String, String> reasons = Map.of("eu-1", "Throttled", "eu-2", "Unreachable", "us-1", "Unauthorized");
        reasons.forEach((cluster, reason) -> {
            TargetDeployment pending = promoter.await(
                    cluster,
                    EventType.STAGE_DEPLOY_PENDING,
                    state -> reason.equals(state.desired().reason()));
            assertEquals(Outcome.Pending, pending.desired().outcome());
            assertFalse(pending.desired().evidence());
        });
        reasons.keySet().forEach(cluster -> faults(cluster).clear());
        reasons.keySet().forEach(cluster -> promoter.await(cluster, EventType.STAGE_DEPLOYED, state -> true));
    }

    @Test
    @Tag("X4")
    @DisplayName("X4 at the command's deadline it is stopped, not failed; a cluster in no inventory is ClusterUnknown")
    void theDeadlineStops() {
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, Duration.ofSeconds(2), "nowhere-1");
        promoter.await(
                "nowhere-1",
                EventType.STAGE_DEPLOY_PENDING,
                state -> "ClusterUnknown".equals(state.desired().reason()));
        TargetDeployment stopped = promoter.await("nowhere-1", EventType.STAGE_DEPLOY_STOPPED, state -> true);
        assertEquals("DeadlineExceeded", stopped.desired().reason());
        assertEquals(Outcome.NotStarted, stopped.desired().outcome());
        assertFalse(stopped.desired().evidence());
    }

    @Test
    @Tag("X8")
    @DisplayName("X8 a target whose worker disappeared is taken over after its lease and one call's time, not before")
    void aDeadWorkersTargetIsTakenOver() throws SQLException {
        faults("eu-1").unreachable(true);
        List<JsonNode> one = content("1", "stays");
        promoter.publish(1, one);
        promoter.deploy(1, one, LONG, "eu-1");
        promoter.await(
                "eu-1",
                EventType.STAGE_DEPLOY_PENDING,
                state -> "Unreachable".equals(state.desired().reason()));
        String key = "eu-1/payments/" + promoter.promotion;
        await().until(() -> update(
                        "update executor.target set lease_owner = 'dead:1', lease_until = now() - interval '3 s'"
                                + " where key = ? and lease_owner is null",
                        key)
                == 1);
        long seized = System.nanoTime();
        faults("eu-1").unreachable(false);
        promoter.await("eu-1", EventType.STAGE_DEPLOYED, state -> true);
        assertTrue(Duration.ofNanos(System.nanoTime() - seized).toMillis() > 1_900);
    }
}
