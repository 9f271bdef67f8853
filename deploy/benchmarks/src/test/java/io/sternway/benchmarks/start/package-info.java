/** B5: how long the services take to be ready. */
@NullMarked
package io.sternway.benchmarks.start;

import org.jspecify.annotations.NullMarked;
