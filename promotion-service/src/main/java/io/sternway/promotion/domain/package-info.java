/**
 * Decides about one promotion: state, facts and the time go in, the new state and what is to be published come out.
 * No clock, no I/O, no randomness, no framework; only the JDK.
 */
@NullMarked
package io.sternway.promotion.domain;

import org.jspecify.annotations.NullMarked;
