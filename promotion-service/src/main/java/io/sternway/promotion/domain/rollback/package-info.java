/**
 * What is put back when a stage fails, and how that ends (R17 to R21, X5, X6).
 */
@NullMarked
package io.sternway.promotion.domain.rollback;

import org.jspecify.annotations.NullMarked;
