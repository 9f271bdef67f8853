/**
 * The Kafka Streams topology around the pure decisions, and the mapping between events and domain. No rule of health
 * belongs here.
 */
@NullMarked
package io.sternway.evaluator.messaging;

import org.jspecify.annotations.NullMarked;
