package io.sternway.messaging.store;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Wakes the relay once the transaction that wrote to the outbox has committed, once for each transaction. Nothing is
 * notified inside of it: a NOTIFY makes commits wait for each other, for as long as the commit takes.
 */
public final class AfterCommit implements Consumer<Set<Integer>> {

    private final TransactionSynchronizationRegistry transactions;
    private final Consumer<Set<Integer>> wake;

    /**
     * @param transactions the transaction manager's
     * @param wake gets the shards that have new rows
     */
    public AfterCommit(TransactionSynchronizationRegistry transactions, Consumer<Set<Integer>> wake) {
        this.transactions = transactions;
        this.wake = wake;
    }

    @Override
    public void accept(Set<Integer> shards) {
        if (transactions.getTransactionKey() == null) {
            throw new IllegalStateException(
                    "the outbox is written outside a transaction: what it tells would not be stored with it");
        }
        if (transactions.getResource(this) instanceof Touched touched) {
            touched.shards.addAll(shards);
            return;
        }
        Touched touched = new Touched();
        touched.shards.addAll(shards);
        transactions.putResource(this, touched);
        transactions.registerInterposedSynchronization(touched);
    }

    private final class Touched implements Synchronization {

        private final Set<Integer> shards = new TreeSet<>();

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                wake.accept(shards);
            }
        }
    }
}
