/**
 * How an event becomes a Kafka record and back, what becomes of a record that cannot be read, and whether the topics
 * are as they must be. Plain code: no injection, no database, so that every service can use it. What needs a database
 * is in {@code store} and {@code relay}, consuming in {@code intake}, the wiring in {@code wiring}.
 */
@NullMarked
package io.sternway.messaging;

import org.jspecify.annotations.NullMarked;
