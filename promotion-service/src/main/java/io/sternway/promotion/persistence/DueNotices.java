package io.sternway.promotion.persistence;

import io.sternway.messaging.store.AfterCommit;
import io.sternway.promotion.app.DueWorker;
import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the worker of this replica once a commit has made something due before it would look (A7).
 * No NOTIFY: each replica has a worker, so the one that wrote it can be told in the process, and NOTIFY makes commits wait
 * for each other.
 */
@ApplicationScoped
class DueNotices {

    private static final Set<Boolean> SOMETHING = Set.of(true);

    private final AfterCommit<Boolean> wake;
    private final PromotionConfig config;

    DueNotices(TransactionSynchronizationRegistry transactions, Instance<DueWorker> worker, PromotionConfig config) {
        this.wake = new AfterCommit<>(transactions, something -> worker.get().wake());
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
        wake.accept(SOMETHING);
    }
}
