/** B5: how long the services take to be ready. */
@NullMarked
package io.sternway.systemtests.bench.start;

import org.jspecify.annotations.NullMarked;
