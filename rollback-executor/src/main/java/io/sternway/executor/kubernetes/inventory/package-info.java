/**
 * A target's inventory object on its cluster (K1, X3): what is ours there, and the newest epoch that was begun.
 */
@NullMarked
package io.sternway.executor.kubernetes.inventory;

import org.jspecify.annotations.NullMarked;
