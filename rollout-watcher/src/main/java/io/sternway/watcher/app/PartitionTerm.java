package io.sternway.watcher.app;

import io.sternway.watcher.app.Observations.Stamp;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ownership of one partition, from its claim until it is lost. What is reported under it is numbered in the order of
 * sending; after the loss nothing is (H5).
 */
final class PartitionTerm {

    private final int partition;
    private final long term;
    private long counter;
    private boolean lost;

    PartitionTerm(int partition, long term) {
        this.partition = partition;
        this.term = term;
    }

    /** Sends a report with the next number; fails without sending when the partition is lost. */
    synchronized CompletableFuture<?> report(Function<Stamp, CompletableFuture<?>> send) {
        if (lost) {
            return CompletableFuture.failedFuture(new IllegalStateException("partition " + partition + " is lost"));
        }
        counter++;
        return send.apply(new Stamp(partition, term, counter));
    }

    synchronized void lose() {
        lost = true;
    }

    synchronized boolean lost() {
        return lost;
    }
}
