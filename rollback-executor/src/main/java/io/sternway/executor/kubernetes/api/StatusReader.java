package io.sternway.executor.kubernetes.api;

import com.fasterxml.jackson.core.type.TypeReference;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.content.Fields;
import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a Kubernetes Status object. */
final class StatusReader {
    static final TypeReference<LinkedHashMap<String, Object>> OBJECT = new TypeReference<>() {};

    private static final int MOST = 1_000;
    /** Statuses that mean the same whoever answers them; and 404, which an API server gives as plain text too. */
    private static final Set<Integer> PLAIN = Set.of(401, 404, 408, 429);

    private StatusReader() {}

    /**
     * What an answer says that is no success. An API server says in a Status why it refuses: a refusal without one comes
     * from something on the way, and is as good as no answer.
     */
    static ApiAnswer read(int code, @Nullable Map<String, Object> body, String text, @Nullable Duration retryAfter) {
        if (body == null || !"Status".equals(body.get("kind"))) {
            return code >= 500 || PLAIN.contains(code)
                    ? new ApiAnswer(code, null, text, null, List.of(), retryAfter)
                    : ApiAnswer.none("the answer " + code + " is not that of a Kubernetes API");
        }
        String reason = Fields.textOrNull(body, "reason");
        List<Cause> causes = Fields.maps(body, "details", "causes").stream()
                .map(cause -> new Cause(
                        Fields.text(cause, "", "reason"),
                        shortened(Fields.text(cause, "", "message")),
                        Fields.textOrNull(cause, "field")))
                .toList();
        return new ApiAnswer(
                code,
                reason == null || reason.isEmpty() ? null : reason,
                shortened(Fields.text(body, "", "message")),
                Fields.textOrNull(body, "details", "kind"),
                causes,
                retryAfter);
    }

    /** A cluster that is in no inventory: as good as one that does not answer, with a reason of its own. */
    static ApiAnswer clusterUnknown(String message) {
        return new ApiAnswer(0, DeploymentReason.ClusterUnknown.name(), message, null, List.of(), null);
    }

    /** A refused Job's message is a dump of several KB; what is wrong stands at its end. */
    private static String shortened(String message) {
        if (message.length() <= MOST) {
            return message;
        }
        return message.substring(0, MOST / 2) + " … " + message.substring(message.length() - MOST / 2);
    }
}
