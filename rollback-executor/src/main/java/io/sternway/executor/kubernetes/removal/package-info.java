/**
 * Attempts that take away: a prune (K5), a release, and broken Pods that a StatefulSet waits for (K7).
 */
@NullMarked
package io.sternway.executor.kubernetes.removal;

import org.jspecify.annotations.NullMarked;
