package io.sternway.executor.app;

/**
 * A worker's permission to go on with one attempt (X1, X3). A delivery asks it before each write, and between writes as
 * often as it likes.
 */
public interface Permit {

    /** Throws when the worker is to stop: cancelled, superseded, out of time, or its lease is nearly over. */
    void check() throws StopSignal;

    /**
     * Called once before the first write: stores that the target is being written to.
     *
     * @throws StopSignal as {@link #check}
     */
    void starting() throws StopSignal;

    /** The worker is to stop. */
    final class StopSignal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;

        public StopSignal(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        /** CamelCase. */
        public String reason() {
            return reason;
        }
    }
}
