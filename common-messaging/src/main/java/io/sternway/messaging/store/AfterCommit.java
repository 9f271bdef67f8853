package io.sternway.messaging.store;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Wakes whoever waits for what a transaction writes once that has committed, once for each transaction. Nothing is
 * notified inside of it: a NOTIFY makes commits wait for each other, for as long as the commit takes.
 *
 * @param <T> what names something that was written: a shard of the outbox, a row's key
 */
public final class AfterCommit<T> implements Consumer<Set<T>> {

    private final TransactionSynchronizationRegistry transactions;
    private final Consumer<Set<T>> wake;

    /**
     * @param transactions the transaction manager's
     * @param wake gets all that the transaction wrote
     */
    public AfterCommit(TransactionSynchronizationRegistry transactions, Consumer<Set<T>> wake) {
        this.transactions = transactions;
        this.wake = wake;
    }

    /**
     * The caller's transaction writes these.
     *
     * @throws IllegalStateException outside a transaction
     */
    @Override
    public void accept(Set<T> written) {
        if (transactions.getTransactionKey() == null) {
            throw new IllegalStateException(
                    "written outside a transaction: what is told of it would not be stored with it");
        }
        @SuppressWarnings("unchecked") // under this key nobody else puts anything
        Touched touched = (Touched) transactions.getResource(this);
        if (touched != null) {
            touched.written.addAll(written);
            return;
        }
        touched = new Touched();
        touched.written.addAll(written);
        transactions.putResource(this, touched);
        transactions.registerInterposedSynchronization(touched);
    }

    private final class Touched implements Synchronization {

        private final Set<T> written = new LinkedHashSet<>();

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                wake.accept(written);
            }
        }
    }
}
