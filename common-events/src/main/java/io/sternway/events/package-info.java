/**
 * The events of Sternway as other systems see them: payload records, topics, keys, ids and the partitioner.
 * Nothing of any framework, and no decision, belongs here.
 */
@NullMarked
package io.sternway.events;

import org.jspecify.annotations.NullMarked;
