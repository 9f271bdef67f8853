package io.sternway.messaging.intake;

import io.sternway.events.EventType;

/** What a service does with what it received. */
public interface IntakeHandler {

    /**
     * Takes facts into the service's state. Called inside a transaction that also enters them into the inbox and stores
     * the positions; long work does not belong here (A4). The batch is never empty.
     *
     * <p>An exception rolls everything back. If the database is away, it is called again with the same batch until it
     * succeeds. {@link io.sternway.messaging.TerminalException} or, after some tries, any other exception makes the
     * records be handled one at a time, and the one that fails alone becomes a dead letter; the rest goes on.
     */
    void handle(IntakeBatch batch);

    /**
     * Whether events of that type are remembered in the inbox. Reports are not: they are state, the newest wins
     * (A8).
     */
    default boolean remembers(EventType type) {
        return !type.equals(EventType.CLUSTER_REPORTED);
    }
}
