/**
 * Stages and runs: who belongs to a stage, which wave is next, what is waited for, when it fails, which moves are legal.
 */
@NullMarked
package io.sternway.promotion.domain.rules.stage;

import org.jspecify.annotations.NullMarked;
