package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.vocabulary.AuditType;
import java.util.Set;

/** What several rules read in audit events. */
final class Dispatches {

    private static final Set<String> DISPATCHES =
            Set.of(AuditType.TargetDispatched.name(), AuditType.TargetReleasing.name());

    private Dispatches() {}

    /** Whether the event says that a target got a new epoch. */
    static boolean isDispatch(Event<AuditRecord> event) {
        return DISPATCHES.contains(event.type().name());
    }

    /** The epoch in the details of a dispatch. */
    static long epoch(AuditRecord record) {
        return record.details().get("epoch") instanceof Number number ? number.longValue() : 0;
    }
}
