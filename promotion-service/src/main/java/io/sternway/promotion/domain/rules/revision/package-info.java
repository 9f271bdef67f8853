/**
 * What a stage falls back to, and which revisions are kept (R17, R27).
 */
@NullMarked
package io.sternway.promotion.domain.rules.revision;

import org.jspecify.annotations.NullMarked;
