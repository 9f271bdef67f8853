/**
 * The rules of single kinds, and the table of them: {@code KindRules}. What holds for every kind does not belong here.
 */
@NullMarked
package io.sternway.watcher.domain.readiness.kinds;

import org.jspecify.annotations.NullMarked;
