package io.sternway.messaging.relay;

/** Carries the rows of the shards that this replica owns to Kafka. */
public final class OutboxRelay implements AutoCloseable {

    /** Starts to claim shards and to publish. */
    public void start() {}

    @Override
    public void close() {}
}
