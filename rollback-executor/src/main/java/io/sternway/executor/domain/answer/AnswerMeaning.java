package io.sternway.executor.domain.answer;

import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an unsuccessful answer means (X4). Decided by status, reason and causes; by message text only for a 500, which has
 * neither ({@link ServerError}).
 */
public sealed interface AnswerMeaning {

    /** Nothing is known to be wrong with the content: try again. */
    record TryAgain(
            DeploymentReason reason,
            String message,
            @Nullable Duration retryAfter) implements AnswerMeaning {

        /** The same, naming the object that it is about if it says nothing about the cluster (K15). */
        public TryAgain about(ObjectName object) {
            return isAboutOneObject(reason) ? new TryAgain(reason, object + ": " + message, retryAfter) : this;
        }

        /** Whether it says nothing about the cluster, nor about other objects. */
        public static boolean isAboutOneObject(DeploymentReason reason) {
            return reason == DeploymentReason.ServerFailed || reason == DeploymentReason.WebhookUnavailable;
        }
    }

    /** What was read is no longer so: read again and decide anew. */
    record ReadAgain() implements AnswerMeaning {}

    /** Fields that other managers own (K4). */
    record Conflict(List<Cause> fields) implements AnswerMeaning {}

    /** The API server refuses this; the same request will be refused again. */
    record Refused(String reason, String message, boolean evidence, List<Cause> causes) implements AnswerMeaning {

        /** The same for a call that is not about the snapshot's content. */
        public Refused withoutEvidence() {
            return new Refused(reason, message, false, causes);
        }
    }

    /** There is no such object. */
    record Absent() implements AnswerMeaning {}

    /** There is no such namespace. */
    record NamespaceMissing(String message) implements AnswerMeaning {}

    /** The API server does not serve this kind. */
    record KindMissing() implements AnswerMeaning {}

    /** Whether there is no such object, or not even its namespace. */
    default boolean isAbsence() {
        return this instanceof Absent || this instanceof NamespaceMissing;
    }

    /** The meaning of an answer that is not a success. */
    static AnswerMeaning of(ApiAnswer answer) {
        return switch (answer.status()) {
            case 0, 408 ->
                new TryAgain(
                        DeploymentReason.ClusterUnknown.name().equals(answer.reason())
                                ? DeploymentReason.ClusterUnknown
                                : DeploymentReason.Unreachable,
                        answer.message(),
                        answer.retryAfter());
            case 401 ->
                new TryAgain(
                        DeploymentReason.Unauthorized,
                        "the API server does not accept our credentials: " + answer.message(),
                        answer.retryAfter());
            case 403 -> forbidden(answer);
            case 404 -> missing(answer);
            case 409 -> conflict(answer);
            case 429 ->
                new TryAgain(DeploymentReason.Throttled, "the API server asks for fewer requests", answer.retryAfter());
            case 500 -> ServerError.meaning(answer);
            default -> answer.status() > 500 ? unavailable(answer) : refused(answer, true);
        };
    }

    private static AnswerMeaning forbidden(ApiAnswer answer) {
        boolean going = answer.causes().stream()
                .anyMatch(cause -> cause.reason().equals(DeploymentReason.NamespaceTerminating.name()));
        return going
                ? new TryAgain(DeploymentReason.NamespaceTerminating, answer.message(), answer.retryAfter())
                : refused(answer, false);
    }

    private static AnswerMeaning missing(ApiAnswer answer) {
        if ("namespaces".equals(answer.detailsKind())) {
            return new NamespaceMissing(answer.message());
        }
        return answer.detailsKind() == null ? new KindMissing() : new Absent();
    }

    private static AnswerMeaning conflict(ApiAnswer answer) {
        List<Cause> fields = answer.causes().stream()
                .filter(cause -> cause.reason().equals(DeploymentReason.FieldManagerConflict.name()))
                .toList();
        return fields.isEmpty() ? new ReadAgain() : new Conflict(fields);
    }

    private static AnswerMeaning unavailable(ApiAnswer answer) {
        return new TryAgain(
                DeploymentReason.Unreachable,
                "the API server answered " + answer.status() + ": " + answer.message(),
                answer.retryAfter());
    }

    private static AnswerMeaning refused(ApiAnswer answer, boolean evidence) {
        String reason = answer.reason() == null ? "Http" + answer.status() : answer.reason();
        return new Refused(reason, answer.message(), evidence, answer.causes());
    }
}
