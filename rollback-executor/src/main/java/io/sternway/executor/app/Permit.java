package io.sternway.executor.app;

/**
 * A worker's permission to go on with one attempt (X1, X3). A delivery asks it before each write, and between writes as
 * often as it likes.
 */
public interface Permit {

    /**
     * Whether to go on.
     *
     * @throws AttemptEndedException when the worker is to stop: cancelled, superseded, out of time, or its lease is nearly over
     */
    void check();

    /**
     * Called once before the first write: stores that the target is being written to.
     *
     * @throws AttemptEndedException as {@link #check}
     */
    void starting();
}
