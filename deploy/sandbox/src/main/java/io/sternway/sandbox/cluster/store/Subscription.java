package io.sternway.sandbox.cluster.store;

/** A registered listener. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /** No call of the listener begins after this has returned. */
    @Override
    void close();
}
