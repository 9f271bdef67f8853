package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.PromotionRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is published, and kept for REST, in the caller's transaction. The caller holds the lock of the
 * promotion, which guards the order of its events (A5).
 */
public interface Publications {

    /**
     * Publishes what follows from a decision, in its order.
     *
     * @param ref the promotion
     * @param effects what is to be published
     * @param auditSequence of the promotion's newest audit record; those of these effects count on from it
     * @param now the database's clock
     * @param cause the id of the one event that led to it; absent if there were several, or time passed
     */
    void publish(PromotionRef ref, List<Effect> effects, long auditSequence, Instant now, @Nullable String cause);

    /**
     * Records something that belongs to no promotion; locks the stream until the transaction's end.
     *
     * @param project whose requests were refused; absent: the whole fleet
     * @param entries what is to be recorded
     * @param now the database's clock
     */
    void recordElsewhere(@Nullable String project, List<AuditEntry> entries, Instant now);
}
