/**
 * One promotion on one cluster: the facts about it, how they are merged, and when it is given up (R8 to R10, R15).
 */
@NullMarked
package io.sternway.promotion.domain.target;

import org.jspecify.annotations.NullMarked;
