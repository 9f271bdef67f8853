package io.sternway.watcher.app.report;

import io.sternway.watcher.app.report.Observations.Stamp;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ownership of one partition, from its claim until it is lost. What is reported under it is numbered in the order of
 * sending; after the loss nothing is (H5).
 */
public final class PartitionOwnership {

    private final int partition;
    private final long term;
    private long counter;
    private boolean lost;

    public PartitionOwnership(int partition, long term) {
        this.partition = partition;
        this.term = term;
    }

    /** Sends a report with the next number; fails without sending when the partition is lost. */
    public synchronized CompletableFuture<?> report(Function<Stamp, CompletableFuture<?>> send) {
        if (lost) {
            return CompletableFuture.failedFuture(new IllegalStateException("partition " + partition + " is lost"));
        }
        counter++;
        return send.apply(new Stamp(partition, term, counter));
    }

    /** The partition is somebody else's. */
    public synchronized void lose() {
        lost = true;
    }

    /** Whether it is somebody else's. */
    public synchronized boolean lost() {
        return lost;
    }
}
