/**
 * What the watcher saw of a target, so far as it is judged. Values that say nothing about health.
 */
@NullMarked
package io.sternway.evaluator.domain.observed;

import org.jspecify.annotations.NullMarked;
