package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.promotion.messaging.RequestConsumer;
import io.sternway.promotion.testing.Database.Held;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes known while a decision is being made is not lost on the promotion, although the decision did not see it. */
@QuarkusTest
class WakeUpIT extends Running {

    @Inject
    RequestConsumer requests;

    @Test
    @DisplayName(
            "R6 a cluster joins although a decision that did not see it was being made about a promotion that was due")
    void aClusterJoinsBesideADecision() {
        fleet("beside");
        services.request("wake/beside", "beside-1", Documents.twoStages("wake", "beside", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("wake/beside")));

        database()
                .execute("UPDATE promotion SET next_due_at = clock_timestamp() + interval '3 seconds'"
                        + " WHERE promotion = 'wake/beside'");
        try (Held decision = database().hold("SELECT 1 FROM promotion WHERE promotion = 'wake/beside' FOR UPDATE")) {
            eventually()
                    .until(() -> database()
                            .holds("SELECT next_due_at < clock_timestamp() FROM promotion"
                                    + " WHERE promotion = 'wake/beside'"));
            joins("beside-p3", "beside");
            eventually().until(() -> database().somebodyWaits() || fannedOut("beside-p3"));
            decision.execute("UPDATE promotion SET next_due_at = NULL WHERE promotion = 'wake/beside'");
        }

        eventually()
                .untilAsserted(() -> assertEquals(
                        "Healthy",
                        Promotions.get("wake/beside")
                                .getString("stages[1].targets.find { it.cluster == 'beside-p3' }.phase")));
    }

    @Test
    @DisplayName(
            "R6 a promotion that is created beside a new reading of the inventory looks at it once it can be found")
    void aPromotionThatIsCreatedBesideAReadingLooksAgain() {
        fleet("new");
        eventually().until(() -> fannedOut("new-p2"));
        // Nothing but the reading leads to a second decision: no news comes, and the deadline is far.
        services.answering(false);
        Received.Document request = new Received.Document(
                new Origin("sternway.requests", 0, 0, "wake/new"),
                "/test",
                "new-1",
                null,
                null,
                Documents.twoStages("wake", "new", "1").getBytes(StandardCharsets.UTF_8),
                "00");

        QuarkusTransaction.requiringNew().run(() -> {
            requests.handle(new IntakeBatch(List.of(), List.of(request), List.of(), List.of()));
            joins("new-s2", "new");
            eventually().until(() -> fannedOut("new-s2"));
            assertTrue(database().holds("SELECT count(*) = 0 FROM promotion WHERE promotion = 'wake/new'"));
        });

        eventually()
                .untilAsserted(() -> assertTrue(
                        database()
                                .holds("SELECT p.updated_at > i.read_at FROM promotion p, inventory i"
                                        + " WHERE p.promotion = 'wake/new' AND i.source = 'test'"),
                        "decided since the reading"));
    }

    private void joins(String cluster, String set) {
        String env = cluster.contains("-p") ? "production" : "staging";
        services.inventory(Map.of(cluster, Map.of("set", set, "env", env)));
    }

    private boolean fannedOut(String cluster) {
        return database()
                .holds("SELECT count(*) = 1 FROM inventory WHERE jsonb_exists(clusters, '" + cluster
                        + "') AND fan_out_after IS NULL");
    }
}
