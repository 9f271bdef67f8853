/** B3: what a steady fleet costs, and what twice of it costs. */
@NullMarked
package io.sternway.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
