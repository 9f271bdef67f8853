/**
 * The only ones that change a draft: each asks rules, replaces records, and tells what it did.
 */
@NullMarked
package io.sternway.promotion.domain.moves;

import org.jspecify.annotations.NullMarked;
