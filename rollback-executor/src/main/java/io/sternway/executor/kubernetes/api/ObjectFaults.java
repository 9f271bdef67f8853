package io.sternway.executor.kubernetes.api;

import io.sternway.executor.domain.answer.AnswerMeaning;
import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.vocabulary.DeploymentReason;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands against an object, in the API server's words; about a Secret only reason and field. */
public final class ObjectFaults {
    private static final Pattern MANAGER = Pattern.compile("\"([^\"]+)\"");

    private ObjectFaults() {}

    public static List<Fault> refused(ObjectName object, AnswerMeaning.Refused no) {
        if (no.causes().isEmpty()) {
            String words = words(object, no.reason(), null, no.message());
            return List.of(new Fault(object, no.reason(), words, null, null, no.evidence()));
        }
        return no.causes().stream()
                .map(cause -> {
                    String field = cause.field();
                    String words = words(object, cause.reason(), field, field + ": " + cause.message());
                    return new Fault(object, no.reason(), words, field, null, no.evidence());
                })
                .toList();
    }

    public static List<Fault> conflicts(ObjectName object, List<Cause> fields) {
        return fields.stream()
                .map(cause -> new Fault(
                        object,
                        DeploymentReason.FieldManagerConflict.name(),
                        cause.field() + " is owned by another manager: " + cause.message(),
                        cause.field(),
                        manager(cause),
                        false))
                .toList();
    }

    public static Fault unknownKind(ObjectName object) {
        String message = "the cluster does not serve " + object.apiVersion() + " " + object.kind()
                + ", and no CustomResourceDefinition in the content brings it";
        return new Fault(object, DeploymentReason.KindUnknown.name(), message, null, null, true);
    }

    public static Fault missingNamespace(ObjectName object, String words) {
        String message = words + ", and the content does not bring it";
        return new Fault(object, DeploymentReason.NamespaceNotFound.name(), message, null, null, true);
    }

    public static Fault foreign(ObjectName object, String owner) {
        return new Fault(object, DeploymentReason.OwnedByOther.name(), "it belongs to " + owner, null, owner, false);
    }

    public static Fault noEvidence(ObjectName object, DeploymentReason reason, String message) {
        return new Fault(object, reason.name(), message, null, null, false);
    }

    /** For people only: the API server names the manager nowhere but in its message. */
    public static @Nullable String manager(Cause cause) {
        Matcher matcher = MANAGER.matcher(cause.message());
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String words(ObjectName object, String reason, @Nullable String field, String message) {
        return object.kind().equals("Secret") ? reason + (field == null ? "" : " at " + field) : message;
    }
}
