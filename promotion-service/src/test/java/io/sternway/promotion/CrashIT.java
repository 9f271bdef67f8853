package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.events.TargetRef;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.promotion.messaging.RequestConsumer;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.HealthState;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CrashIT extends Running {

    @Inject
    RequestConsumer requests;

    @Test
    @DisplayName("R2 a crash before the commit leaves nothing of a request: no revision, run, record or command")
    void aCrashBeforeTheCommitLeavesNothing() {
        byte[] document = Documents.twoStages("crash", "half", "1").getBytes(StandardCharsets.UTF_8);
        Received.Document received = new Received.Document(
                new Origin("sternway.requests", 0, 0, "crash/half"), "/test", "half-1", null, null, document, "00");

        assertThrows(
                Crash.class,
                () -> QuarkusTransaction.requiringNew().run(() -> {
                    requests.handle(new IntakeBatch(List.of(), List.of(received), List.of(), List.of()));
                    throw new Crash();
                }));

        for (String table : List.of("promotion", "revision", "revision_content", "snapshot", "run", "stage_state")) {
            assertEquals(
                    0, database().number("SELECT count(*) FROM " + table + " WHERE promotion = 'crash/half'"), table);
        }
        assertEquals(0, database().number("SELECT count(*) FROM audit_record WHERE stream = 'crash/half'"));
        assertEquals(0, database().number("SELECT count(*) FROM request WHERE id = 'half-1'"));
        assertEquals(0, database().number("SELECT count(*) FROM outbox WHERE key = 'crash/half'"));
    }

    @Test
    @DisplayName("a promotion that cannot be loaded is parked and the others go on")
    void aPoisonedPromotionIsParked() {
        fleet("poisoned");
        services.request("crash/poisoned", "poisoned-1", Documents.twoStages("crash", "poisoned", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("crash/poisoned")));
        database().execute("UPDATE run SET state = '{\"number\": \"no number\"}' WHERE promotion = 'crash/poisoned'");
        database().execute("UPDATE promotion SET next_due_at = now() WHERE promotion = 'crash/poisoned'");

        // Another promotion on the very same clusters, whose reports tell news of the one that cannot be loaded.
        services.healthWithoutEvent(new TargetRef("crash", "poisoned", "poisoned-p1"), HealthState.Degraded);
        services.request(
                "sound/poisoned",
                "sound-1",
                Documents.twoStages("sound", "poisoned", "1", "trigger: {auto: {delay: 1s}}"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("sound/poisoned")));
        eventually()
                .untilAsserted(() -> assertTrue(
                        database().number("SELECT failed_attempts FROM promotion WHERE promotion = 'crash/poisoned'")
                                > 0));
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
