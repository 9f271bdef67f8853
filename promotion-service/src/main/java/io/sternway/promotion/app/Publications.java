package io.sternway.promotion.app;

import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.PromotionRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is published, and kept for REST, in the caller's transaction. The caller holds the lock of the
 * promotion, which guards the order of its events (architecture.md, rule 5).
 */
public interface Publications {

    /**
     * Publishes what follows from a decision, in its order.
     *
     * @param ref the promotion
     * @param effects what is to be published
     * @param auditSequence of the promotion's newest audit record
     * @param now the database's clock
     * @param cause the id of the one event that led to it; absent if there were several, or time passed
     * @return the sequence of the newest audit record
     */
    long publish(PromotionRef ref, List<Effect> effects, long auditSequence, Instant now, @Nullable String cause);

    /**
     * Records something that belongs to no promotion; locks the stream until the transaction's end.
     *
     * @param project whose requests were refused; absent: the whole fleet
     * @param entries what is to be recorded
     * @param now the database's clock
     */
    void recordElsewhere(@Nullable String project, List<AuditEntry> entries, Instant now);
}
