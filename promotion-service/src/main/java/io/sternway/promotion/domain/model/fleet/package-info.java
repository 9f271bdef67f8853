/**
 * Clusters whatever the promotion: the inventory, and how each cluster and partition was reported.
 */
@NullMarked
package io.sternway.promotion.domain.model.fleet;

import org.jspecify.annotations.NullMarked;
