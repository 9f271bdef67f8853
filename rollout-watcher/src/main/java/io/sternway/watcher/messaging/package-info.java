/**
 * Kafka in and out: the partitions of deployments that are ours, what their records say, and the reports. Maps between
 * the event contract and what is watched; decides nothing.
 */
@NullMarked
package io.sternway.watcher.messaging;

import org.jspecify.annotations.NullMarked;
