/**
 * How a target's health stands: what is remembered of it, and how the verdicts of its checks become a state, with
 * thresholds (H9) and silence (H10, H11). What a single object means belongs to {@code checks}. The components of the records
 * are stored under their names.
 */
@NullMarked
package io.sternway.evaluator.domain.health;

import org.jspecify.annotations.NullMarked;
