/**
 * Which targets may start now, and how many failures are tolerated (R7). Knows nothing of runs and stages.
 */
@NullMarked
package io.sternway.promotion.domain.rollout;

import org.jspecify.annotations.NullMarked;
