/**
 * When a target is healthy for long enough, given up, to be pruned or told again (R8 to R10, R15, R20, K5).
 */
@NullMarked
package io.sternway.promotion.domain.rules.targets;

import org.jspecify.annotations.NullMarked;
