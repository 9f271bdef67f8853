package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Comparison;
import io.sternway.executor.domain.content.FieldOwnership;
import io.sternway.executor.domain.content.Fields;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at what an apply answered (K3, K4): what it took away from others, and what differs from the snapshot. */
final class NotesAboutApply {
    private static final int MOST = 20;

    private NotesAboutApply() {}

    static void add(
            PlannedObject planned,
            @Nullable Map<String, Object> before,
            Map<String, Object> after,
            List<FieldOwnership.Field> taken,
            Content content) {
        String manager = content.owner().manager();
        if (before != null && before != after) {
            tell(planned, NoteKind.Overridden, "changed back", FieldOwnership.overridden(before, after, manager));
            tell(planned, NoteKind.Removed, "removed", FieldOwnership.removed(taken, before, after, manager));
            if (planned.adopt && !content.rollback() && !taken.isEmpty()) {
                String from = taken.stream()
                        .map(FieldOwnership.Field::manager)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
                planned.note(NoteKind.Adopted, "its fields were adopted from " + from);
            }
        }
        tell(planned, NoteKind.Differs, "not in the snapshot", FieldOwnership.foreign(after, manager));
        Comparison.differences(planned.wanted, after).stream()
                .limit(MOST)
                .forEach(path -> planned.note(NoteKind.Differs, path + " has another value than in the snapshot"));
        observed(planned, after);
    }

    private static void observed(PlannedObject planned, Map<String, Object> after) {
        if (Boolean.TRUE.equals(Fields.at(after, "spec", "paused"))
                && !Boolean.TRUE.equals(Fields.at(planned.wanted, "spec", "paused"))) {
            planned.note(NoteKind.Observed, "its rollout is paused: the old Pods run on");
        }
        for (Map<String, Object> condition : Fields.maps(after, "status", "conditions")) {
            if ("ReplicaFailure".equals(condition.get("type")) && "True".equals(condition.get("status"))) {
                planned.note(NoteKind.Observed, "Pods cannot be made: " + Fields.text(condition, "", "message"));
            }
        }
    }

    private static void tell(PlannedObject planned, NoteKind kind, String what, List<FieldOwnership.Field> fields) {
        fields.stream()
                .limit(MOST)
                .forEach(field -> planned.note(kind, field.text() + " of " + field.manager() + ": " + what));
    }
}
