/**
 * What becomes of a document: accepted or refused, new revision or a known one (R1 to R5).
 */
@NullMarked
package io.sternway.promotion.domain.intake;

import org.jspecify.annotations.NullMarked;
