/**
 * What becomes of a valid document (R2, R4, R5).
 */
@NullMarked
package io.sternway.promotion.domain.rules.requests;

import org.jspecify.annotations.NullMarked;
