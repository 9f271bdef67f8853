package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ApiFailure.Cause;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;
import java.util.List;

/** Answers of an API server that is in trouble. */
final class FaultAnswers {
    private FaultAnswers() {}

    static Answer of(int status, int retryAfterSeconds) {
        return switch (status) {
            case 429 ->
                Answer.text(429, "Too many requests, please try again later.\n")
                        .with("Retry-After", Integer.toString(retryAfterSeconds));
            case 500 -> failure(500, "InternalError", "Internal error occurred: simulated");
            case 503 -> failure(503, "ServiceUnavailable", "the server is currently unable to handle the request");
            case 504 -> failure(504, "Timeout", "Timeout: request did not complete within requested timeout");
            case 401 -> Answer.failure(new ApiFailure(401, "Unauthorized", "Unauthorized", null));
            default -> failure(status, "Unknown", "simulated answer " + status);
        };
    }

    private static Answer failure(int status, String reason, String message) {
        Cause cause = new Cause("", message, null);
        Details details = Details.of(status == 500 ? List.of(cause) : List.of());
        return Answer.failure(new ApiFailure(status, reason, message, details));
    }
}
