/**
 * Stages and runs: who belongs to a stage, which wave is next, what is waited for, when it fails, what it falls back to,
 * which moves are legal, and which revisions are kept.
 */
@NullMarked
package io.sternway.promotion.domain.rules.stage;

import org.jspecify.annotations.NullMarked;
