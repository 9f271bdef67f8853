package io.sternway.events;

import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one body of every event of {@code sternway.audit}: what happened, to what, why, and who did it.
 *
 * @param sequence counts the stream's records from 1; after de-duplication by event id without gap or double
 * @param occurredAt when, by the database's clock
 * @param project the project; {@code _fleet} for what belongs to none
 * @param promotion the promotion; absent in {@code _fleet}, {@code _rejected} for refused requests of unknown promotions
 * @param revision the revision, where it applies
 * @param run the run, where it applies
 * @param stage the stage, where it applies
 * @param cluster the cluster, where it applies
 * @param kind what it happened to
 * @param from the state before, where it applies
 * @param to the state after, where it applies
 * @param reason CamelCase, from the closed list {@link AuditReason}
 * @param message a sentence for people
 * @param actor who did it
 * @param details more, by type; never Secret data
 */
public record AuditRecord(
        long sequence,
        Instant occurredAt,
        String project,
        @Nullable String promotion,
        @Nullable Long revision,
        @Nullable String run,
        @Nullable String stage,
        @Nullable String cluster,
        AuditKind kind,
        @Nullable String from,
        @Nullable String to,
        AuditReason reason,
        String message,
        Actor actor,
        Map<String, Object> details) {}
