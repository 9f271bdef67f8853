/** B4: clusters rolled back in a second, beside a bare loop of the same calls. */
@NullMarked
package io.sternway.benchmarks.rollback;

import org.jspecify.annotations.NullMarked;
