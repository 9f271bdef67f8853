package io.sternway.messaging.relay;

import java.time.Duration;

/** Is told what the relay does; its metrics are behind it. */
public interface RelayObserver {

    /** Rows of a shard were published; the oldest had waited that long. */
    default void published(int rows, Duration oldest) {}

    /** A row was refused for what it is and set aside. */
    default void setAside(String topic) {}

    /** A try to publish failed and will be repeated. */
    default void failed() {}

    /** A shard went to another replica while we thought that we had it. */
    default void fenced(int shard) {}

    /** This replica has so many shards now. */
    default void owned(int shards) {}

    /** What waits: rows, bytes, age of the oldest; and rows set aside. */
    default void waiting(long rows, long bytes, double oldestSeconds, long failed) {}
}
