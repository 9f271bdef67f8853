package io.sternway.executor.domain.answer;

import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an unsuccessful answer means (X4). Decided by status, reason and causes; by message text only for the one 500 that
 * has neither, {@code failed to create typed patch object}.
 */
public sealed interface Meaning {

    /** Nothing is known to be wrong with the content: try again. */
    record TryAgain(String reason, String message, @Nullable Duration retryAfter) implements Meaning {}

    /** What was read is no longer so: read again and decide anew. */
    record ReadAgain() implements Meaning {}

    /** Fields that other managers own (K4). */
    record Conflict(List<Cause> fields) implements Meaning {}

    /** The API server refuses this; the same request will be refused again. */
    record Refused(String reason, String message, boolean evidence, List<Cause> causes) implements Meaning {}

    /** There is no such object. */
    record Absent() implements Meaning {}

    /** There is no such namespace. */
    record NamespaceMissing(String message) implements Meaning {}

    /** The API server does not serve this kind. */
    record KindMissing() implements Meaning {}

    String UNREACHABLE = "Unreachable";
    String UNAUTHORIZED = "Unauthorized";
    String THROTTLED = "Throttled";
    String FORBIDDEN = "Forbidden";
    String NAMESPACE_TERMINATING = "NamespaceTerminating";

    /** The meaning of an answer that is not a success. */
    static Meaning of(ApiAnswer answer) {
        return switch (answer.status()) {
            case 0, 408 ->
                new TryAgain(
                        answer.reason() == null ? UNREACHABLE : answer.reason(), answer.message(), answer.retryAfter());
            case 401 ->
                new TryAgain(
                        UNAUTHORIZED,
                        "the API server does not accept our credentials: " + answer.message(),
                        answer.retryAfter());
            case 403 -> forbidden(answer);
            case 404 -> missing(answer);
            case 409 -> conflict(answer);
            case 429 -> new TryAgain(THROTTLED, "the API server asks for fewer requests", answer.retryAfter());
            case 500 ->
                answer.message().contains("failed to create typed patch object")
                        ? new Refused("SchemaMismatch", answer.message(), true, answer.causes())
                        : unavailable(answer);
            default -> answer.status() > 500 ? unavailable(answer) : refused(answer, true);
        };
    }

    private static Meaning forbidden(ApiAnswer answer) {
        boolean going =
                answer.causes().stream().anyMatch(cause -> cause.reason().equals(NAMESPACE_TERMINATING));
        return going
                ? new TryAgain(NAMESPACE_TERMINATING, answer.message(), answer.retryAfter())
                : refused(answer, false);
    }

    private static Meaning missing(ApiAnswer answer) {
        if ("namespaces".equals(answer.detailsKind())) {
            return new NamespaceMissing(answer.message());
        }
        return answer.detailsKind() == null ? new KindMissing() : new Absent();
    }

    private static Meaning conflict(ApiAnswer answer) {
        List<Cause> fields = answer.causes().stream()
                .filter(cause -> cause.reason().equals("FieldManagerConflict"))
                .toList();
        return fields.isEmpty() ? new ReadAgain() : new Conflict(fields);
    }

    private static Meaning unavailable(ApiAnswer answer) {
        return new TryAgain(
                UNREACHABLE,
                "the API server answered " + answer.status() + ": " + answer.message(),
                answer.retryAfter());
    }

    private static Meaning refused(ApiAnswer answer, boolean evidence) {
        String reason = answer.reason() == null ? "Http" + answer.status() : answer.reason();
        return new Refused(reason, answer.message(), evidence, answer.causes());
    }
}
