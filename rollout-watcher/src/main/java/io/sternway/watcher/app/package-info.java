/**
 * Coordinates: which partitions are owned, when a cluster is looked at, what a look reads, what is reported. Talks to
 * clusters and to Kafka through its ports. Nothing of fabric8 or of Kafka belongs here.
 */
@NullMarked
package io.sternway.watcher.app;

import org.jspecify.annotations.NullMarked;
