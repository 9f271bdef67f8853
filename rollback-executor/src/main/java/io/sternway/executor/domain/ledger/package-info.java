/**
 * A target (one promotion on one cluster) and its moves: which epoch it is to hold, how far that has come, when it is
 * due again. What is written to a cluster, and how, does not belong here.
 */
@NullMarked
package io.sternway.executor.domain.ledger;

import org.jspecify.annotations.NullMarked;
