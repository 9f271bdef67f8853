/**
 * Which partitions are owned and which clusters are therefore looked at. Nothing of consumers or groups belongs here.
 */
@NullMarked
package io.sternway.watcher.app.partition;

import org.jspecify.annotations.NullMarked;
