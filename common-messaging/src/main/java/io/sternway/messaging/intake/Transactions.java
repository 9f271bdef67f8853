package io.sternway.messaging.intake;

/** Runs work in a database transaction of its own. */
@FunctionalInterface
public interface Transactions {

    /** Commits if the work returns; rolls back and throws if it throws or cannot be committed. */
    void run(Runnable work);
}
