/**
 * A run: one attempt to take a revision through the stages, and its outcome (R3, R22).
 */
@NullMarked
package io.sternway.promotion.domain.run;

import org.jspecify.annotations.NullMarked;
