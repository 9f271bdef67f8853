/**
 * Revisions: what may be brought out, what is quarantined, what may be forgotten (R5, R27).
 */
@NullMarked
package io.sternway.promotion.domain.revision;

import org.jspecify.annotations.NullMarked;
