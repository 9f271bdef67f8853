package io.sternway.executor.kubernetes;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Comparison;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.target.Note;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at what an apply answered (K3, K4): what it took away from others, and what differs from the snapshot. */
final class Inspection {
    private static final int MOST = 20;

    private Inspection() {}

    static void notes(
            Planned planned,
            @Nullable Map<String, Object> before,
            Map<String, Object> after,
            List<FieldOwnership.Field> taken,
            Content content) {
        String manager = content.owner().manager();
        if (before != null && before != after) {
            tell(planned, Note.Kind.OVERRIDDEN, "changed back", FieldOwnership.overridden(before, after, manager));
            tell(planned, Note.Kind.REMOVED, "removed", FieldOwnership.removed(taken, before, after, manager));
            if (planned.adopt && !content.rollback() && !taken.isEmpty()) {
                String from = taken.stream()
                        .map(FieldOwnership.Field::manager)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
                planned.note(Note.Kind.ADOPTED, "its fields were adopted from " + from);
            }
        }
        tell(planned, Note.Kind.DIFFERS, "not in the snapshot", FieldOwnership.foreign(after, manager));
        Comparison.differences(planned.wanted, after).stream()
                .limit(MOST)
                .forEach(path -> planned.note(Note.Kind.DIFFERS, path + " has another value than in the snapshot"));
        observed(planned, after);
    }

    private static void observed(Planned planned, Map<String, Object> after) {
        if (Boolean.TRUE.equals(Fields.at(after, "spec", "paused"))
                && !Boolean.TRUE.equals(Fields.at(planned.wanted, "spec", "paused"))) {
            planned.note(Note.Kind.OBSERVED, "its rollout is paused: the old Pods run on");
        }
        for (Map<String, Object> condition : Fields.maps(after, "status", "conditions")) {
            if ("ReplicaFailure".equals(condition.get("type")) && "True".equals(condition.get("status"))) {
                planned.note(Note.Kind.OBSERVED, "Pods cannot be made: " + Fields.text(condition, "", "message"));
            }
        }
    }

    private static void tell(Planned planned, Note.Kind kind, String what, List<FieldOwnership.Field> fields) {
        fields.stream()
                .limit(MOST)
                .forEach(field -> planned.note(kind, field.text() + " of " + field.manager() + ": " + what));
    }
}
