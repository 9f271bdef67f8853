/**
 * When clusters are heard, when our own deafness stops the clocks, which reading of the inventory is used (R6, A8).
 */
@NullMarked
package io.sternway.promotion.domain.rules.fleet;

import org.jspecify.annotations.NullMarked;
