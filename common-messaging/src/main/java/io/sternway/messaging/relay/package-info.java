/**
 * Carries rows of the outbox to Kafka, shard by shard. Nothing here decides what is published.
 */
@NullMarked
package io.sternway.messaging.relay;

import org.jspecify.annotations.NullMarked;
