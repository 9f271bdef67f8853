/**
 * Coordinates: one use case is one class with one verb. Loads rows, asks the domain what follows, lets a delivery work on
 * a cluster, stores and publishes. No SQL, no HTTP, no Kafka here: ports are named by plural nouns.
 */
@NullMarked
package io.sternway.executor.app;

import org.jspecify.annotations.NullMarked;
