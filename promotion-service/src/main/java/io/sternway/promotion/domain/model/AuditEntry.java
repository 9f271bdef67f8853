package io.sternway.promotion.domain.model;

import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An audit record without what the shell adds (sequence, time, project, promotion, ids).
 *
 * @param type the fact
 * @param kind what it happened to
 * @param revision the revision, where it applies
 * @param run the run's number, where it applies
 * @param stage the stage, where it applies
 * @param cluster the cluster, where it applies
 * @param from the state before, where it applies
 * @param to the state after, where it applies
 * @param reason from the closed list
 * @param message a sentence for people
 * @param actor who did it
 * @param details more: strings, numbers, booleans, lists and maps of these
 * @param causation the id of the event that led to it, where there is one
 */
public record AuditEntry(
        AuditType type,
        AuditKind kind,
        @Nullable Long revision,
        @Nullable Long run,
        @Nullable String stage,
        @Nullable String cluster,
        @Nullable String from,
        @Nullable String to,
        AuditReason reason,
        String message,
        Actor actor,
        Map<String, Object> details,
        @Nullable String causation) {

    public AuditEntry {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }
}
