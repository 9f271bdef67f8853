package io.sternway.promotion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.sternway.events.AuditRecord;
import io.sternway.events.DeadLetter;
import io.sternway.events.EventJson;
import io.sternway.events.Topic;
import io.sternway.messaging.testing.TopicReader;
import io.sternway.promotion.testing.Documents;
import io.sternway.promotion.testing.Promotions;
import io.sternway.promotion.testing.Running;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RequestIT extends Running {

    @Test
    @DisplayName("R1 a refused request is an audit record with every fault at once, in the nearest stream that exists")
    void aRefusedRequestIsAnAuditRecordWithEveryFaultAtOnce() {
        String faulty = """
                apiVersion: sternway.io/v1alpha1
                kind: Promotion
                metadata: {name: faulty, project: intake}
                spec:
                  contents: []
                  stages:
                    - name: Staging
                      clusterSelector: {matchLabels: {env: staging}}
                      onFailure: Explode
                      rollout: {maxFailures: -1, progressDeadline: soon}
                """;
        services.request("intake/faulty", "faulty-1", faulty);
        eventually()
                .untilAsserted(() ->
                        assertEquals(1, refusals("intake/_rejected", "faulty-1").size()));
        AuditRecord record = refusals("intake/_rejected", "faulty-1").get(0);
        assertEquals(AuditReason.Invalid, record.reason());
        assertTrue(faults(record).size() >= 5, () -> "faults: " + faults(record));
        assertTrue(faults(record).stream().anyMatch(fault -> "Explode".equals(fault.get("value"))));

        services.request(null, "faulty-2", "kind: Promotion\nmetadata: {project: NO, name: x}\n");
        eventually()
                .untilAsserted(
                        () -> assertEquals(1, refusals("_fleet", "faulty-2").size()));

        fleet("known");
        services.request("intake/known", "known-1", Documents.twoStages("intake", "known", "1"));
        services.request("intake/known", "known-2", Documents.twoStages("intake", "known", "1", "onNoEvidence: Never"));
        eventually()
                .untilAsserted(() ->
                        assertEquals(1, refusals("intake/known", "known-2").size()));
    }

    @Test
    @DisplayName("R1 the same source and id again changes nothing; with other bytes it is refused")
    void theSameIdAgainChangesNothing() {
        fleet("again");
        String document = Documents.twoStages("intake", "again", "1");
        services.request("intake/again", "again-1", document);
        services.request("intake/again", "again-1", document);
        services.request("intake/again", "again-1", Documents.twoStages("intake", "again", "2"));
        services.request("intake/again", "again-2", Documents.twoStages("intake", "again", "3"));

        eventually()
                .untilAsserted(
                        () -> assertEquals(2, Promotions.get("intake/again").getLong("newestRevision")));
        eventually().untilAsserted(() -> assertEquals(1, reused(), "in whichever stream existed when it came"));
    }

    @Test
    @DisplayName("a request without key, bare or in structured mode is taken; one with another key is refused")
    void aRequestMayComeInSeveralForms() {
        fleet("bare");
        services.raw(null, Map.of(), Documents.twoStages("intake", "bare", "1"));
        eventually().untilAsserted(() -> Promotions.get("intake/bare"));

        String document = Base64.getEncoder()
                .encodeToString(Documents.twoStages("intake", "bare", "2").getBytes(StandardCharsets.UTF_8));
        services.raw("intake/bare", Map.of("content-type", "application/cloudevents+json"), """
                {"specversion": "1.0", "id": "structured-1", "source": "/ci",
                 "type": "io.sternway.PromotionRequested.v1", "data_base64": "%s"}""".formatted(document));
        eventually()
                .untilAsserted(
                        () -> assertEquals(2, Promotions.get("intake/bare").getLong("newestRevision")));

        services.request("intake/other", "wrong-key", Documents.twoStages("intake", "bare", "3"));
        eventually()
                .untilAsserted(() -> assertEquals(
                        List.of(AuditReason.KeyMismatch),
                        refusals("intake/bare", "wrong-key").stream()
                                .map(AuditRecord::reason)
                                .toList()));
        assertEquals(2, Promotions.get("intake/bare").getLong("newestRevision"));
    }

    @Test
    @DisplayName("what is no document is a dead letter with its reason, and nothing is blocked behind it")
    void whatIsNoDocumentIsADeadLetter() {
        fleet("behind");
        try (TopicReader letters = new TopicReader(kafka(), Topic.DEAD_LETTERS)) {
            services.request("intake/behind", "garbage-1", "{\"kind\": ");
            services.request("intake/behind", "behind-1", Documents.twoStages("intake", "behind", "1"));
            eventually().untilAsserted(() -> Promotions.get("intake/behind"));
            eventually().untilAsserted(() -> {
                List<DeadLetter> found = letters.records().stream()
                        .map(record -> letter(record.value()))
                        .filter(letter -> "intake/behind".equals(letter.key()))
                        .toList();
                assertEquals(
                        List.of("Unreadable"),
                        found.stream().map(DeadLetter::reason).toList());
                assertEquals(Topic.REQUESTS.topicName(), found.get(0).topic());
            });
        }
    }

    @Test
    @DisplayName("content over 8 MiB is refused with both sizes")
    void contentOverTheLimitIsRefusedWithBothSizes() {
        services.request("intake/large", "large-1", Documents.large("intake", "large", 9));

        eventually()
                .untilAsserted(() -> assertEquals(
                        List.of(AuditReason.TooLarge),
                        refusals("intake/_rejected", "large-1").stream()
                                .map(AuditRecord::reason)
                                .toList()));
        String message = faults(refusals("intake/_rejected", "large-1").get(0))
                .get(0)
                .get("message")
                .toString();
        assertTrue(message.contains("8388608") && message.matches(".*94[0-9]{5}.*"), message);
    }

    private static long reused() {
        return Stream.of("intake/again", "intake/_rejected")
                .flatMap(stream -> refusals(stream, "again-1").stream())
                .filter(record -> record.reason() == AuditReason.IdReused)
                .count();
    }

    private static List<AuditRecord> refusals(String stream, String request) {
        return Promotions.audit(stream).stream()
                .filter(record -> record.kind() == AuditKind.request)
                .filter(record -> request.equals(record.details().get("request")) && !"Accepted".equals(record.to()))
                .filter(record -> record.reason() != AuditReason.Accepted)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> faults(AuditRecord record) {
        return (List<Map<String, Object>>) record.details().get("faults");
    }

    private static DeadLetter letter(byte[] value) {
        try {
            return EventJson.read(value, DeadLetter.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
