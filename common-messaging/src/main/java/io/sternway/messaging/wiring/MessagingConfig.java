package io.sternway.messaging.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.sternway.events.Topic;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** How a service consumes and publishes. */
@ConfigMapping(prefix = "sternway.messaging")
public interface MessagingConfig {

    /** The service's name: source of its events, consumer group, transactional ids. */
    @WithDefault("${quarkus.application.name}")
    String service();

    /** Topics that the service uses; it does nothing until all of them are as they must be. */
    Optional<Set<Topic>> topics();

    /** How long the broker may take to answer a question about topics and offsets. */
    @WithDefault("5s")
    Duration brokerTimeout();

    /** After how much silence the broker gives a replica's partitions to another; at least the broker's minimum. */
    @WithDefault("10s")
    Duration sessionTimeout();

    /** Failures of consumed records. */
    Retry retry();

    /** Messages that were taken. */
    InboxSettings inbox();

    /** Messages to be published. */
    OutboxSettings outbox();

    /** How failures are repeated. */
    interface Retry {

        /** The first wait; doubled each time. */
        @WithDefault("100ms")
        Duration firstWait();

        /** The longest wait. */
        @WithDefault("15s")
        Duration longestWait();

        /** How often an exception that nobody expected is tried before the record becomes a dead letter. */
        @WithDefault("3")
        int tries();
    }

    /** Messages that were taken. */
    interface InboxSettings {

        /** How long a message is remembered; longer than the topics' retention, so that a replay is recognised. */
        @WithDefault("8D")
        Duration retention();
    }

    /** Messages to be published. */
    interface OutboxSettings {

        /** Into how many shards keys are spread; the same for all replicas. */
        @WithDefault("16")
        int shards();

        /** The most rows that one shard sends in one transaction. */
        @WithDefault("500")
        int batchRows();

        /** The most bytes that one shard sends in one transaction; a larger row goes alone. */
        @WithDefault("1048576")
        int batchBytes();

        /** How often waiting rows are looked for when no wake-up came. */
        @WithDefault("1s")
        Duration pollInterval();

        /** After how much silence the database gives a replica's shards to another. */
        @WithDefault("10s")
        Duration lease();
    }
}
