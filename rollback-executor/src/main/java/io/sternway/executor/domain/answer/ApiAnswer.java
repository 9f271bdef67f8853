package io.sternway.executor.domain.answer;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an API server answered that was not a success, or that it did not answer.
 *
 * @param status the HTTP status; 0 when there was no answer
 * @param reason the Status object's reason; absent for answers that are not a Status, and for some 500
 * @param message the API server's words
 * @param detailsKind {@code details.kind}: the resource that a 404 is about
 * @param causes {@code details.causes}
 * @param retryAfter the header of that name
 */
public record ApiAnswer(
        int status,
        @Nullable String reason,
        String message,
        @Nullable String detailsKind,
        List<Cause> causes,
        @Nullable Duration retryAfter) {

    public ApiAnswer {
        causes = List.copyOf(causes);
    }

    /** No answer: connection refused, reset, or a time-out. The request may have taken effect, or may still do so. */
    public static ApiAnswer none(String why) {
        return new ApiAnswer(0, null, why, null, List.of(), null);
    }

    /** One of several faults that an answer lists. */
    public record Cause(
            String reason, String message, @Nullable String field) {}
}
