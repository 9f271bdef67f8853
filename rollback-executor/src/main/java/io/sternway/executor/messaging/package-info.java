/**
 * Kafka in and out, and the mapping between the event contract and the domain. No decision belongs here.
 */
@NullMarked
package io.sternway.executor.messaging;

import org.jspecify.annotations.NullMarked;
