/**
 * What is said about moves: each becomes its audit record and its sentence here, and nowhere else. Nothing is decided.
 */
@NullMarked
package io.sternway.promotion.domain.narration;

import org.jspecify.annotations.NullMarked;
