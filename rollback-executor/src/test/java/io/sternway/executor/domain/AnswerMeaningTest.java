package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.answer.Backoff;
import io.sternway.executor.domain.content.ObjectName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked
@Tag("X4")
class AnswerMeaningTest {

    @ParameterizedTest(name = "{0} is tried again as {1}")
    @DisplayName("X4 no answer, 401, 408, 429 and 5xx are tried again")
    @CsvSource({
        "0, Unreachable",
        "401, Unauthorized",
        "408, Unreachable",
        "429, Throttled",
        "500, ServerFailed",
        "502, Unreachable",
        "503, Unreachable",
        "504, Unreachable"
    })
    void passingFailuresAreTriedAgain(int status, String reason) {
        assertEquals(
                reason,
                assertInstanceOf(AnswerMeaning.TryAgain.class, AnswerMeaning.of(answer(status, "x")))
                        .reason()
                        .name());
    }

    @ParameterizedTest
    @DisplayName("X4 400, 405, 413 and 422 are refusals with evidence; 403 is one without")
    @CsvSource({"400, true", "405, true", "413, true", "422, true", "403, false"})
    void refusalsAreFinal(int status, boolean evidence) {
        assertEquals(
                evidence,
                assertInstanceOf(AnswerMeaning.Refused.class, AnswerMeaning.of(answer(status, "x")))
                        .evidence());
    }

    @Test
    @DisplayName("X4 a 500 about a type is a refusal")
    void aTypeErrorIsARefusal() {
        AnswerMeaning meaning = AnswerMeaning.of(answer(
                500,
                "failed to create typed patch object (a/b; apps/v1, Kind=Deployment): .spec.x: field not declared"));
        assertTrue(assertInstanceOf(AnswerMeaning.Refused.class, meaning).evidence());
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("K15 texts of a 500 that say whose fault it is")
    @CsvSource(
            delimiter = '|',
            value = {
                "etcdserver: request is too large                                       | refused RequestTooLarge",
                "failed to convert new object (apps/v1): illegal base64 data            | refused SchemaMismatch",
                "failed calling webhook \"v.example.org\": no endpoints available        | again WebhookUnavailable",
                "conversion webhook for example.org/v1, Kind=Widget failed: Post timeout | again WebhookUnavailable",
                "something nobody knows                                                 | again ServerFailed"
            })
    void textsOfServerErrors(String message, String expected) {
        AnswerMeaning meaning = AnswerMeaning.of(answer(500, message));
        String said = meaning instanceof AnswerMeaning.Refused refused && refused.evidence()
                ? "refused " + refused.reason()
                : "again "
                        + assertInstanceOf(AnswerMeaning.TryAgain.class, meaning)
                                .reason();
        assertEquals(expected, said);
    }

    @Test
    @DisplayName("K15 what says nothing about the cluster names its object")
    void theObjectIsNamed() {
        ObjectName web = new ObjectName("apps/v1", "Deployment", "shop", "web");
        AnswerMeaning.TryAgain unknown = (AnswerMeaning.TryAgain) AnswerMeaning.of(answer(500, "x"));
        AnswerMeaning.TryAgain away = (AnswerMeaning.TryAgain) AnswerMeaning.of(answer(503, "x"));
        assertTrue(unknown.about(web).message().startsWith("Deployment shop/web: "));
        assertEquals(away, away.about(web));
    }

    @Test
    @DisplayName("X4 409 without causes means read again, with causes it is a conflict")
    void conflictsHaveCauses() {
        assertInstanceOf(AnswerMeaning.ReadAgain.class, AnswerMeaning.of(answer(409, "modified")));
        Cause cause = new Cause("FieldManagerConflict", "conflict with \"kubectl\"", ".spec.replicas");
        AnswerMeaning meaning = AnswerMeaning.of(new ApiAnswer(409, "Conflict", "x", null, List.of(cause), null));
        assertEquals(
                List.of(cause),
                assertInstanceOf(AnswerMeaning.Conflict.class, meaning).fields());
    }

    @Test
    @DisplayName("X4 403 of a namespace that is going is tried again")
    void aGoingNamespaceIsWaitedFor() {
        Cause cause = new Cause("NamespaceTerminating", "namespace x is being terminated", "metadata.namespace");
        AnswerMeaning meaning = AnswerMeaning.of(new ApiAnswer(403, "Forbidden", "x", null, List.of(cause), null));
        assertEquals(
                "NamespaceTerminating",
                assertInstanceOf(AnswerMeaning.TryAgain.class, meaning).reason().name());
    }

    @Test
    @DisplayName("X4 404 tells a missing namespace, a missing object and an unknown kind apart")
    void missingThingsAreToldApart() {
        assertInstanceOf(AnswerMeaning.NamespaceMissing.class, AnswerMeaning.of(missing("namespaces")));
        assertInstanceOf(AnswerMeaning.Absent.class, AnswerMeaning.of(missing("configmaps")));
        assertInstanceOf(AnswerMeaning.KindMissing.class, AnswerMeaning.of(missing(null)));
    }

    @Test
    @DisplayName("X4 waits double from 1 s to 15 s, with jitter, and never less than Retry-After")
    void waitsGrow() {
        assertEquals(Duration.ofSeconds(1), Backoff.after(1, 0, null));
        assertEquals(Duration.ofMillis(1500), Backoff.after(1, 0.5, null));
        assertEquals(Duration.ofSeconds(8), Backoff.after(4, 0.5, null));
        for (int failures = 1; failures < 100; failures++) {
            Duration most = Backoff.after(failures, 0.999999, null);
            assertFalse(most.compareTo(Duration.ofSeconds(15)) > 0, failures + ": " + most);
            assertFalse(Backoff.after(failures, 0, null).compareTo(Duration.ofSeconds(1)) < 0);
        }
        assertEquals(Duration.ofSeconds(40), Backoff.after(3, 0.5, Duration.ofSeconds(40)));
        assertTrue(Backoff.after(9, 0.9, Duration.ofSeconds(2)).compareTo(Duration.ofSeconds(2)) > 0);
    }

    private static ApiAnswer answer(int status, String message) {
        return new ApiAnswer(status, null, message, null, List.of(), null);
    }

    private static ApiAnswer missing(String kind) {
        return new ApiAnswer(404, "NotFound", "x", kind, List.of(), null);
    }
}
