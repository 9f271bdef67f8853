package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.sternway.events.AuditRecord;
import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.TargetRef;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Reachability;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class NewsIT extends Running {

    @Test
    @DisplayName("A4 everything twice gives the same records once")
    void everythingTwiceGivesTheSameRecordsOnce() {
        services.twice(true);
        fleet("twice");
        services.request("news/twice", "twice-1", Documents.twoStages("news", "twice", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("news/twice")));

        List<AuditRecord> audit = Promotions.audit("news/twice");
        assertEquals(
                1, audit.stream().filter(r -> r.kind() == AuditKind.request).count(), "one answer");
        assertEquals(
                3,
                audit.stream()
                        .filter(r -> r.kind() == AuditKind.target && "Healthy".equals(r.to()))
                        .count(),
                () -> "one record for each target that became healthy: " + audit);
    }

    @Test
    @DisplayName("H10 a transition whose event was lost is taken from the report")
    void aTransitionWhoseEventWasLostIsTakenFromTheReport() {
        fleet("lost");
        services.request("news/lost", "lost-1", Documents.twoStages("news", "lost", "1", "monitorFor: always"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("news/lost")));

        services.healthWithoutEvent(new TargetRef("news", "lost", "lost-p2"), HealthState.Degraded);
        eventually().untilAsserted(() -> assertEquals("Degraded", health("news/lost", "lost-p2")));
    }

    @Test
    @DisplayName(
            "H10 health that is unknown for silence is known again by the next report, which has the same transition")
    void unknownBySilenceEndsWithTheNextReport() {
        fleet("silenced");
        TargetRef target = new TargetRef("news", "silenced", "silenced-p2");
        services.request("news/silenced", "silenced-1", Documents.twoStages("news", "silenced", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("news/silenced")));

        services.silent(true);
        services.unknownBySilence(target);
        eventually().untilAsserted(() -> assertEquals("Unknown", health("news/silenced", "silenced-p2")));
        services.silent(false);
        eventually().untilAsserted(() -> assertEquals("Ready", health("news/silenced", "silenced-p2")));
    }

    @Test
    @DisplayName("H10 one report tells lost transitions of many promotions, and each is taken")
    void oneReportTellsOfManyPromotions() {
        fleet("crowd");
        List<String> names =
                IntStream.rangeClosed(1, 45).mapToObj(i -> "crowd-" + i).toList();
        names.forEach(name -> services.request(
                "news/" + name,
                name,
                Documents.twoStages("news", name, "1", "monitorFor: always").replace("set: " + name, "set: crowd")));
        names.forEach(name ->
                eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("news/" + name))));

        services.silent(true);
        names.forEach(
                name -> services.healthWithoutEvent(new TargetRef("news", name, "crowd-p2"), HealthState.Degraded));
        services.report("crowd-p2");
        names.forEach(name ->
                eventually().untilAsserted(() -> assertEquals("Degraded", health("news/" + name, "crowd-p2"), name)));
    }

    private static String health(String key, String cluster) {
        return Promotions.get(key).getString("stages[1].targets.find { it.cluster == '" + cluster + "' }.health.state");
    }

    @Test
    @DisplayName(
            "R20 a cluster that was away is owed, the run is PartiallyRolledBack, and it is restored when it is back")
    void aClusterThatWasAwayIsRestoredWhenItIsBack() {
        fleet("owed");
        String fields = "onNoEvidence: Rollback";
        services.request("news/owed", "owed-1", Documents.twoStages("news", "owed", "1", fields, "3s"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("news/owed")));

        services.away("owed-p2");
        services.breaks("news/owed", "owed-p1", 2);
        services.request("news/owed", "owed-2", Documents.twoStages("news", "owed", "2", fields, "3s"));
        eventually().untilAsserted(() -> assertEquals("PartiallyRolledBack", Promotions.phase("news/owed")));
        JsonPath seen = Promotions.get("news/owed");
        assertEquals("Partial", seen.getString("rollbacks[0].result"));
        assertEquals("Owed", seen.getString("rollbacks[0].clusters.find { it.cluster == 'owed-p2' }.state"));

        services.back("owed-p2");
        eventually()
                .untilAsserted(() -> assertTrue(Promotions.audit("news/owed").stream()
                        .anyMatch(r -> "owed-p2".equals(r.cluster())
                                && r.reason().name().equals("Restored"))));
        assertEquals("PartiallyRolledBack", Promotions.phase("news/owed"), "the run's outcome stays");
    }

    @Test
    @DisplayName("H11 that a cluster comes or goes is a record of the whole fleet, once")
    void reachabilityIsRecorded() {
        ClusterHealthChanged gone = new ClusterHealthChanged(
                "reach-1", 7, Reachability.Healthy, Reachability.Unreachable, "Unauthorized", "the token has expired");
        Event<ClusterHealthChanged> event = new Event<>(
                "reach-event-7",
                Event.source("health-evaluator"),
                EventType.CLUSTER_HEALTH_CHANGED,
                "reach-1",
                Instant.now(),
                null,
                null,
                gone);
        services.send(event);
        services.send(event);
        eventually()
                .untilAsserted(() -> assertEquals(
                        List.of("Cluster reach-1 is not reached: the token has expired."),
                        Promotions.audit("_fleet").stream()
                                .filter(r -> "reach-1".equals(r.cluster()))
                                .map(AuditRecord::message)
                                .toList()));
    }
}
