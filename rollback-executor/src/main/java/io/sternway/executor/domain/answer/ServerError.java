package io.sternway.executor.domain.answer;

import io.sternway.vocabulary.DeploymentReason;
import java.util.Map;

/**
 * What a 500 means (K15): it has neither a reason nor causes, so its text decides. Each text is one that a real API server
 * answers. None says anything about the cluster.
 */
final class ServerError {

    /** The object's own fault: the same request will fail again. */
    private static final Map<String, DeploymentReason> REFUSED = Map.of(
            "failed to create typed patch object", DeploymentReason.SchemaMismatch,
            "failed to convert new object", DeploymentReason.SchemaMismatch,
            "request is too large", DeploymentReason.RequestTooLarge);

    /** A webhook is in the way, not the object. */
    private static final Map<String, DeploymentReason> WAITS = Map.of(
            "failed calling webhook", DeploymentReason.WebhookUnavailable,
            "conversion webhook for", DeploymentReason.WebhookUnavailable);

    private ServerError() {}

    static AnswerMeaning meaning(ApiAnswer answer) {
        String message = answer.message();
        for (Map.Entry<String, DeploymentReason> known : REFUSED.entrySet()) {
            if (message.contains(known.getKey())) {
                return new AnswerMeaning.Refused(known.getValue().name(), message, true, answer.causes());
            }
        }
        DeploymentReason reason = WAITS.entrySet().stream()
                .filter(known -> message.contains(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(DeploymentReason.ServerFailed);
        return new AnswerMeaning.TryAgain(reason, "the API server answered 500: " + message, answer.retryAfter());
    }
}
