package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.AuditKind;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TimeIT extends Running {

    @Test
    @DisplayName("A7 a delay ends by time alone, not before it is over; meanwhile the gate says when it could open")
    void aDelayEndsByTimeAlone() {
        fleet("delay");
        services.request(
                "time/delay", "delay-1", Documents.twoStages("time", "delay", "1", "trigger: {auto: {delay: 4s}}"));
        eventually().untilAsserted(() -> {
            JsonPath seen = Promotions.get("time/delay");
            assertEquals("Waiting", seen.getString("stages[1].phase"));
            assertTrue(seen.getList("stages[1].gates.kind").contains("Delay"));
            assertTrue(seen.getString("stages[1].gates.find { it.kind == 'Delay' }.opensAt") != null);
        });
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("time/delay")));

        Instant waiting = at("time/delay", "Waiting");
        Instant succeeded = at("time/delay", "Succeeded");
        Duration waited = Duration.between(waiting, succeeded);
        assertTrue(waited.compareTo(Duration.ofMillis(3900)) > 0, () -> "it waited " + waited);
    }

    @Test
    @DisplayName("R8 a cluster that never answers is NoEvidence at its deadline, halts and quarantines nothing")
    void aClusterThatNeverAnswersIsNoEvidence() {
        fleet("silent");
        services.away("silent-p1");
        services.request("time/silent", "silent-1", Documents.twoStages("time", "silent", "1", "", "3s"));

        eventually().untilAsserted(() -> assertEquals("Halted", Promotions.phase("time/silent")));
        JsonPath seen = Promotions.get("time/silent");
        assertEquals("NoEvidence", seen.getString("stages[1].targets.find { it.cluster == 'silent-p1' }.givenUp.kind"));
        assertEquals(null, seen.getString("revisions[0].quarantine"));
    }

    private static Instant at(String key, String phase) {
        return Promotions.audit(key).stream()
                .filter(r -> r.kind() == AuditKind.stage && "production".equals(r.stage()) && phase.equals(r.to()))
                .findFirst()
                .orElseThrow()
                .occurredAt();
    }
}
