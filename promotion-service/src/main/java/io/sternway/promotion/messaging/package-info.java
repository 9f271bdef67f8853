/**
 * Kafka in and out: consumers, the mapping between events and the domain's values, and the choice between taking,
 * refusing and setting aside. Nothing here decides about promotions.
 */
@NullMarked
package io.sternway.promotion.messaging;

import org.jspecify.annotations.NullMarked;
