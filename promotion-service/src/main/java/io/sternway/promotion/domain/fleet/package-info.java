/**
 * Clusters whatever the promotion: the inventory and its guard, who was heard when, when our own deafness stops the
 * clocks (R6, architecture.md rule 8).
 */
@NullMarked
package io.sternway.promotion.domain.fleet;

import org.jspecify.annotations.NullMarked;
