/**
 * Takes records from Kafka into a service: read, deduplicated, handled in one transaction, retried while the database
 * is away, isolated when one of them breaks its handler. What a record means is the handler's business.
 */
@NullMarked
package io.sternway.messaging.intake;

import org.jspecify.annotations.NullMarked;
