package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.sternway.events.AuditRecord;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.AuditKind;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PromotionFlowIT extends Running {

    @Inject
    SessionFactory sessions;

    @Test
    @DisplayName("R2, R14 a request takes its revision through all stages")
    void aRequestTakesItsRevisionThroughAllStages() {
        fleet("good");
        services.request("flow/good", "good-1", Documents.twoStages("flow", "good", "1"));

        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("flow/good")));

        JsonPath seen = Promotions.get("flow/good");
        assertEquals(List.of(1, 1), seen.getList("stages.stableRevision"));
        assertEquals(3, seen.getList("stages.targets.flatten()").size());
        assertGapless("flow/good");
    }

    @Test
    @DisplayName("R17, R20, R5 a revision that breaks in the second stage is put back there and quarantined")
    void aRevisionThatBreaksInTheSecondStageIsPutBackThere() {
        fleet("bad");
        services.request("flow/bad", "bad-1", Documents.twoStages("flow", "bad", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("flow/bad")));

        services.breaks("flow/bad", "bad-p1", 2);
        services.request("flow/bad", "bad-2", Documents.twoStages("flow", "bad", "2"));
        eventually().untilAsserted(() -> assertEquals("RolledBack", Promotions.phase("flow/bad")));

        JsonPath seen = Promotions.get("flow/bad");
        assertEquals(List.of(2, 1), seen.getList("stages.stableRevision"));
        assertEquals("Succeeded", seen.getString("rollbacks[0].result"));
        assertEquals("production", seen.getString("revisions[0].quarantine.stage"));
        assertGapless("flow/bad");

        services.request("flow/bad", "bad-3", Documents.twoStages("flow", "bad", "2"));
        eventually()
                .untilAsserted(() -> assertTrue(Promotions.audit("flow/bad").stream()
                        .anyMatch(r -> r.reason().name().equals("Quarantined") && r.kind() == AuditKind.request)));
    }

    @Test
    @DisplayName("queries are planned once, however often they are asked")
    void queriesArePlannedOnce() {
        Statistics statistics = sessions.getStatistics();
        statistics.setStatisticsEnabled(true);
        bring("often-0");
        for (int i = 1; i <= 5; i++) {
            bring("often-" + i);
        }
        // Threads that ask for the first time at the same moment each make a plan.
        List<String> plannedAgain = Stream.of(statistics.getQueries())
                .filter(query -> statistics.getQueryStatistics(query).getPlanCacheMissCount() > 2)
                .toList();
        assertEquals(List.of(), plannedAgain);
    }

    private void bring(String name) {
        fleet(name);
        services.request("flow/" + name, name, Documents.twoStages("flow", name, "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("flow/" + name)));
    }

    private static void assertGapless(String key) {
        List<Long> sequences =
                Promotions.audit(key).stream().map(AuditRecord::sequence).toList();
        assertEquals(LongStream.rangeClosed(1, sequences.size()).boxed().toList(), sequences);
        assertTrue(sequences.size() > 5);
    }
}
