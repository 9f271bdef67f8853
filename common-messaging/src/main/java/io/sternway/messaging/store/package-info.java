/**
 * What a service keeps in its own database so that nothing is lost and nothing happens twice: inbox, outbox and the
 * consumer's positions. Plain JDBC that joins the caller's transaction; no Kafka client belongs here.
 */
@NullMarked
package io.sternway.messaging.store;

import org.jspecify.annotations.NullMarked;
