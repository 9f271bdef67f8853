/**
 * The events of Sternway as other systems see them: payload records, topics, keys, ids and the partitioner.
 * Of libraries only Jackson, which makes them JSON; no decision belongs here. Many files: other systems look an event up by its name, so each
 * is a file of its own and all stand together.
 */
@NullMarked
package io.sternway.events;

import org.jspecify.annotations.NullMarked;
