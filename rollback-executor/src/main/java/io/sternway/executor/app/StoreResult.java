package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.messaging.store.DatabaseAway;
import io.sternway.messaging.store.Transactions;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jboss.logging.Logger;

/** Stores how work on a target ended, and publishes it. */
final class StoreResult {
    private static final Logger LOG = Logger.getLogger(StoreResult.class);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    /** What fails so often is no accident. */
    private static final int UNEXPECTED_TRIES = 3;

    private final Targets targets;
    private final Publications publications;
    private final Transactions transactions;
    private final WorkObserver observer;
    private final Duration patience;
    private final DoubleSupplier jitter;

    /**
     * @param patience how long it is tried: afterwards another worker has the target
     * @param jitter from 0 (inclusive) to 1 (exclusive)
     */
    StoreResult(
            Targets targets,
            Publications publications,
            Transactions transactions,
            WorkObserver observer,
            Duration patience,
            DoubleSupplier jitter) {
        this.targets = targets;
        this.publications = publications;
        this.transactions = transactions;
        this.observer = observer;
        this.patience = patience;
        this.jitter = jitter;
    }

    /**
     * Moves the target by the result, unless its row is another worker's or another epoch's by now.
     *
     * <p>If the database is away or full the result is lost with the lease, and the next worker finds the work done. What
     * fails although the database is there would fail for every worker: the target is set aside.
     */
    void store(Workers.Job job, AttemptResult result) {
        long giveUp = System.nanoTime() + patience.toNanos();
        int unexpected = 0;
        while (true) {
            try {
                transactions.in(() -> keep(job, result));
                return;
            } catch (RuntimeException e) {
                unexpected += !DatabaseAway.causes(e) && isDatabaseThere() ? 1 : 0;
                if (unexpected >= UNEXPECTED_TRIES && setAside(job, e)) {
                    return;
                }
                if (System.nanoTime() - giveUp >= 0) {
                    LOG.warnf(
                            e,
                            "result could not be stored, it will be found again: target=%s",
                            job.target().key());
                    return;
                }
                Pause.of(AFTER_FAILURE);
            }
        }
    }

    private boolean keep(Workers.Job job, AttemptResult result) {
        TargetKey key = job.target().key();
        Targets.Stored stored = targets.lock(key).orElseThrow();
        if (!job.worker().equals(stored.worker())) {
            return false;
        }
        if (stored.target().epoch() == job.target().epoch()) {
            Change change = WorkMoves.ended(stored.target(), result, jitter.getAsDouble(), targets.now());
            targets.save(change.target());
            publications.publish(change.records());
        }
        targets.unlease(key);
        return true;
    }

    private boolean isDatabaseThere() {
        try {
            transactions.in(targets::now);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private boolean setAside(Workers.Job job, RuntimeException why) {
        TargetKey key = job.target().key();
        try {
            transactions.in(() -> {
                if (targets.lock(key)
                        .filter(stored -> job.worker().equals(stored.worker()))
                        .isPresent()) {
                    targets.setAside(key, "Unexpected " + why.getClass().getSimpleName());
                }
                return true;
            });
            observer.setAside(key, why);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
