package io.sternway.promotion.persistence;

import io.sternway.promotion.app.DueWorker;
import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the worker of this replica once a commit has made something due before it would look (architecture.md, rule 7).
 * No NOTIFY: each replica has a worker, so the one that wrote it can be told in the process, and NOTIFY makes commits wait
 * for each other.
 */
@ApplicationScoped
class DueNotices {

    private final TransactionSynchronizationRegistry transactions;
    private final Instance<DueWorker> worker;
    private final PromotionConfig config;

    DueNotices(TransactionSynchronizationRegistry transactions, Instance<DueWorker> worker, PromotionConfig config) {
        this.transactions = transactions;
        this.worker = worker;
        this.config = config;
    }

    void due(@Nullable Instant before, @Nullable Instant after, Instant now) {
        if (after != null
                && (before == null || after.isBefore(before))
                && after.isBefore(now.plus(config.timer().longestSleep()))) {
            dueNow();
        }
    }

    void dueNow() {
        if (transactions.getResource(this) == null) {
            transactions.putResource(this, this);
            transactions.registerInterposedSynchronization(new AfterCommit());
        }
    }

    private final class AfterCommit implements Synchronization {

        @Override
        public void beforeCompletion() {
            // nothing: the row is written by then
        }

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                worker.get().wake();
            }
        }
    }
}
