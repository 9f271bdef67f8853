package io.sternway.systemtests.scenario;

import io.sternway.events.AuditRecord;
import io.sternway.events.EventType;
import io.sternway.systemtests.environment.TopicRecorder;
import io.sternway.vocabulary.AuditType;
import java.util.EnumSet;
import java.util.Set;

/**
 * An audit event.
 *
 * @param id its event id
 * @param type what happened
 * @param record the body
 */
public record Audit(String id, AuditType type, AuditRecord record) {

    private static final Set<AuditType> RUN_ENDS = EnumSet.of(
            AuditType.RunSucceeded,
            AuditType.RunHalted,
            AuditType.RunRolledBack,
            AuditType.RunPartiallyRolledBack,
            AuditType.RunRollbackFailed,
            AuditType.RunSuperseded);

    static Audit of(TopicRecorder.Recorded recorded) {
        return new Audit(
                recorded.event().id(), AuditType.valueOf(recorded.event().type().name()), (AuditRecord)
                        recorded.event().data());
    }

    static boolean isRunEnd(TopicRecorder.Recorded recorded) {
        return RUN_ENDS.stream().anyMatch(type -> recorded.is(EventType.of(type)));
    }

    /** For messages of failing tests. */
    public String inShort() {
        return record.sequence() + " " + type
                + (record.stage() == null ? "" : " " + record.stage())
                + (record.cluster() == null ? "" : "/" + record.cluster())
                + " " + record.reason() + ": " + record.message();
    }
}
