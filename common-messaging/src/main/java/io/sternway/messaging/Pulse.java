package io.sternway.messaging;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A worker's sign of life: it beats each time the worker goes round, whatever came of that. While a broker, a database or
 * a cluster is away it goes on beating; a worker that has died or hangs does not, and only a new start helps.
 */
public final class Pulse {

    /** After so long without a beat a worker hangs: whatever ours wait for gives up within a minute. */
    public static final Duration STILL = Duration.ofMinutes(2);

    private final Thread worker;
    private final LongSupplier nanoTime;
    private volatile long beatAt;

    /** @param worker the thread that beats; before its start it counts as alive */
    public Pulse(Thread worker) {
        this(worker, System::nanoTime);
    }

    Pulse(Thread worker, LongSupplier nanoTime) {
        this.worker = worker;
        this.nanoTime = nanoTime;
        this.beatAt = nanoTime.getAsLong();
    }

    /** The worker goes round. */
    public void beat() {
        beatAt = nanoTime.getAsLong();
    }

    /** Whether the worker runs and has gone round lately, or was not started yet. */
    public boolean isAlive() {
        return worker.getState() == Thread.State.NEW
                || (worker.isAlive() && nanoTime.getAsLong() - beatAt < STILL.toNanos());
    }
}
