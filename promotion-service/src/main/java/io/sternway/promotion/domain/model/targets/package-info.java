/**
 * One promotion on one cluster: what it is to hold, and the facts about it.
 */
@NullMarked
package io.sternway.promotion.domain.model.targets;

import org.jspecify.annotations.NullMarked;
