package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.AuditEntry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.List;

/**
 * Records that clusters came and went (H11) in the stream of the whole fleet, in the transaction that consumes the news.
 * It comes after everything that locks promotions: the stream's lock is the last one taken.
 */
@ApplicationScoped
public class RecordReachability {

    private final Promotions promotions;
    private final Publications publications;

    RecordReachability(Promotions promotions, Publications publications) {
        this.promotions = promotions;
        this.publications = publications;
    }

    /** Records them, in the order of receipt. */
    @Transactional(TxType.MANDATORY)
    public void record(List<AuditEntry> changes) {
        publications.recordElsewhere(null, changes, promotions.now());
    }
}
