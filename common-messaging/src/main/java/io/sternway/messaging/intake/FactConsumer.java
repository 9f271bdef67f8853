package io.sternway.messaging.intake;

import io.sternway.events.Topic;
import java.util.Collection;
import java.util.Map;

/**
 * Polls topics and takes what comes through an {@link Intake}, on a thread of its own, until it is closed. The poll loop
 * stays alive while the intake waits for the database: partitions are paused, not skipped. Positions are stored as
 * architecture.md, rule 8, says, which no listener of a channel can do.
 */
public final class FactConsumer implements AutoCloseable {

    /**
     * @param name names the thread and the client
     * @param settings of the Kafka client; group.id among them
     * @param topics what to read
     * @param intake where it goes
     */
    public FactConsumer(String name, Map<String, Object> settings, Collection<Topic> topics, Intake intake) {}

    /** Starts to poll. */
    public void start() {}

    /** Finishes what is in hand, commits, and leaves the group. */
    @Override
    public void close() {}
}
