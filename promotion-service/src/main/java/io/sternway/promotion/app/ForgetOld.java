package io.sternway.promotion.app;

import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;

/** Removes audit records and answers to requests that are older than they are to be kept, in small batches. */
@ApplicationScoped
public class ForgetOld {

    private static final int BATCH = 1000;

    private final AuditLog auditLog;
    private final RequestLog requestLog;
    private final Promotions promotions;
    private final PromotionConfig.Retention retention;

    ForgetOld(AuditLog auditLog, RequestLog requestLog, Promotions promotions, PromotionConfig config) {
        this.auditLog = auditLog;
        this.requestLog = requestLog;
        this.promotions = promotions;
        this.retention = config.retention();
    }

    /**
     * Removes one batch.
     *
     * @return whether there may be more
     */
    @Transactional
    public boolean forget() {
        Instant now = promotions.now();
        int records = auditLog.forget(now.minus(retention.audit()), BATCH);
        int requests = requestLog.forget(now.minus(retention.requests()), BATCH);
        return records == BATCH || requests == BATCH;
    }
}
