/** B2: transitions a second through promotion-service, beside the same commits and produces done bare. */
@NullMarked
package io.sternway.benchmarks.transitions;

import org.jspecify.annotations.NullMarked;
