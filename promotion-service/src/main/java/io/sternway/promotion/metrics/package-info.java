/**
 * What operators count and measure: {@code sternway.promotion.*}. It observes, and changes nothing.
 */
@NullMarked
package io.sternway.promotion.metrics;

import org.jspecify.annotations.NullMarked;
