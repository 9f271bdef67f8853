/**
 * An object of a cluster as it was read, so far as it was kept. Answers what stands there, not what it means.
 */
@NullMarked
package io.sternway.watcher.domain.observed;

import org.jspecify.annotations.NullMarked;
