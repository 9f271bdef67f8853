/**
 * Decides about one promotion: state, what came and the time go in, the new state and what is to be published come out.
 * No clock, no I/O, no randomness, no framework. Inside, imports go one way: moves, then rules, then narration, then model.
 */
@NullMarked
package io.sternway.promotion.domain;

import org.jspecify.annotations.NullMarked;
