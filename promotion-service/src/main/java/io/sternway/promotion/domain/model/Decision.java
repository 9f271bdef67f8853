package io.sternway.promotion.domain.model;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a state, facts and the time.
 *
 * @param state the new state, to be stored
 * @param effects what is to be published in the same transaction, in this order
 * @param answers what became of each request, in their order
 * @param forgottenRuns runs that left the state, as they were last: history only
 * @param forgottenRollbacks rollbacks that left the state, as they were last: history only
 * @param nextDueAt when to decide again if no fact comes before; absent when nothing is due by time. Never before the
 *     {@code now} that was given
 * @param catchUp partitions whose news must be read to the end before a deadline that has passed may act (A8): the caller notes the time, reads the end offsets of health and deployments, waits until the stored
 *     positions have reached them, and decides again with that time as {@code caughtUpAt} of the partition
 */
public record Decision(
        Promotion state,
        List<Effect> effects,
        List<Answer> answers,
        List<Run> forgottenRuns,
        List<Rollback> forgottenRollbacks,
        @Nullable Instant nextDueAt,
        Set<Integer> catchUp) {

    public Decision {
        effects = List.copyOf(effects);
        answers = List.copyOf(answers);
        forgottenRuns = List.copyOf(forgottenRuns);
        forgottenRollbacks = List.copyOf(forgottenRollbacks);
        catchUp = Set.copyOf(catchUp);
    }

    /** How many of the effects are audit records. */
    public int auditRecords() {
        return auditEntries().size();
    }

    /** The audit records among the effects. */
    public List<AuditEntry> auditEntries() {
        return effects.stream()
                .filter(Effect.Audit.class::isInstance)
                .map(effect -> ((Effect.Audit) effect).entry())
                .toList();
    }
}
