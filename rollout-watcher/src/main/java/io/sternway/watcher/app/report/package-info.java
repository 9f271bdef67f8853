/**
 * The reports of looks under the ownership of a partition, and of the inventory: ports, and what keeps their order. Nothing of
 * Kafka belongs here.
 */
@NullMarked
package io.sternway.watcher.app.report;

import org.jspecify.annotations.NullMarked;
