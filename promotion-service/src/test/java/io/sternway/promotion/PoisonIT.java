package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.events.DeadLetter;
import io.sternway.events.EventJson;
import io.sternway.events.Topic;
import io.sternway.messaging.testing.TopicReader;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Something that nobody expected hits one promotion or one request: the others go on, it shows, and can be tried again. */
@QuarkusTest
class PoisonIT extends Running {

    /** What is wrong with a promotion, where its decision fails for it, and how it is mended. */
    enum Poison {
        /** In the domain: its revision is missing. */
        DECIDING(
                "UPDATE revision SET kept = false WHERE promotion = '%s'",
                "UPDATE revision SET kept = true WHERE promotion = '%s'"),
        /** When its command is written: the content is missing. */
        PUBLISHING(
                "UPDATE snapshot SET hash = 'lost' || hash WHERE promotion = '%s'",
                "UPDATE snapshot SET hash = substr(hash, 5) WHERE promotion = '%s'"),
        /** When its records are stored: the next one's place is taken. */
        STORING(
                "INSERT INTO audit_record SELECT promotion, audit_sequence + 1, 'poison', 'poison', now(), '{}'"
                        + " FROM promotion WHERE promotion = '%s'",
                "DELETE FROM audit_record WHERE stream = '%s' AND event_id = 'poison'");

        private final String sql;
        private final String mend;

        Poison(String sql, String mend) {
            this.sql = sql;
            this.mend = mend;
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "a promotion whose decision fails unexpectedly is parked with its news, the others go on, it can be retried")
    void aPoisonedPromotionIsParkedAndCanBeRetried(Poison poison) {
        String name = poison.name().toLowerCase(java.util.Locale.ROOT);
        String key = "poison/" + name;
        fleet(name);
        services.away(name + "-s1");
        services.request(key, name + "-1", Documents.twoStages("poison", name, "1"));
        eventually()
                .untilAsserted(() -> assertEquals(
                        "Pending", Promotions.get(key).getString("stages[0].targets[0].deployment.answer")));

        assertEquals(1, database().execute(poison.sql.formatted(key)));
        services.back(name + "-s1");
        eventually().untilAsserted(() -> assertTrue(failedAttempts(key) > 0));

        services.request("sound/" + name, "sound-" + name, Documents.twoStages("sound", name, "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("sound/" + name)));

        assertEquals(1, database().execute(poison.mend.formatted(key)));
        assertEquals(1, database().execute("UPDATE promotion SET next_due_at = now() WHERE promotion = '" + key + "'"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase(key)));
        assertEquals(0, failedAttempts(key));
    }

    @Test
    @DisplayName(
            "a request that fails unexpectedly is a dead letter, the others go on, it can be sent again with a new id")
    void aRequestThatFailsUnexpectedlyIsADeadLetter() {
        fleet("request");
        String taken = "INSERT INTO audit_record VALUES ('poison/request', 1, 'poison', 'poison', now(), '{}')";
        assertEquals(1, database().execute(taken));
        try (TopicReader letters = new TopicReader(kafka(), Topic.DEAD_LETTERS)) {
            services.request("poison/request", "request-1", Documents.twoStages("poison", "request", "1"));
            services.request("sound/request", "request-2", Documents.twoStages("sound", "request", "1"));
            eventually()
                    .untilAsserted(() -> assertTrue(letters.records().stream()
                            .map(record -> letter(record.value()))
                            .anyMatch(letter ->
                                    letter.reason().equals("HandlerFailed") && "poison/request".equals(letter.key()))));
        }
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("sound/request")));

        database().execute("DELETE FROM audit_record WHERE event_id = 'poison'");
        services.request("poison/request", "request-3", Documents.twoStages("poison", "request", "1"));
        eventually().untilAsserted(() -> assertEquals("Succeeded", Promotions.phase("poison/request")));
    }

    private static int failedAttempts(String key) {
        return Promotions.get(key).getInt("parked");
    }

    private static DeadLetter letter(byte[] value) {
        try {
            return EventJson.read(value, DeadLetter.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
