package io.sternway.executor.kubernetes;

import io.sternway.executor.domain.answer.ApiAnswer.Cause;
import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.Fault;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What stands against an object, in the API server's words; about a Secret only reason and field. */
final class Faults {
    private static final Pattern MANAGER = Pattern.compile("\"([^\"]+)\"");

    private Faults() {}

    static List<Fault> refused(ObjectName object, Meaning.Refused refused) {
        if (refused.causes().isEmpty()) {
            return List.of(new Fault(
                    object,
                    refused.reason(),
                    words(object, refused.reason(), null, refused.message()),
                    null,
                    null,
                    refused.evidence()));
        }
        return refused.causes().stream()
                .map(cause -> new Fault(
                        object,
                        refused.reason(),
                        words(object, cause.reason(), cause.field(), cause.field() + ": " + cause.message()),
                        cause.field(),
                        null,
                        refused.evidence()))
                .toList();
    }

    static List<Fault> conflicts(ObjectName object, List<Cause> fields) {
        return fields.stream()
                .map(cause -> new Fault(
                        object,
                        "FieldManagerConflict",
                        cause.field() + " is owned by another manager: " + cause.message(),
                        cause.field(),
                        manager(cause),
                        false))
                .toList();
    }

    static Fault unknownKind(ObjectName object) {
        return new Fault(
                object,
                "KindUnknown",
                "the cluster does not serve " + object.apiVersion() + " " + object.kind()
                        + ", and no CustomResourceDefinition in the content brings it",
                null,
                null,
                true);
    }

    static Fault missingNamespace(ObjectName object, String words) {
        return new Fault(object, "NamespaceNotFound", words + ", and the content does not bring it", null, null, true);
    }

    static Fault foreign(ObjectName object, String owner) {
        return new Fault(object, "OwnedByOther", "it belongs to " + owner, null, owner, false);
    }

    static Fault noEvidence(ObjectName object, String reason, String message) {
        return new Fault(object, reason, message, null, null, false);
    }

    /** For people only: the API server names the manager nowhere but in its message. */
    static @Nullable String manager(Cause cause) {
        Matcher matcher = MANAGER.matcher(cause.message());
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String words(ObjectName object, String reason, @Nullable String field, String message) {
        if (object.kind().equals("Secret")) {
            return reason + (field == null ? "" : " at " + field);
        }
        return message;
    }
}
