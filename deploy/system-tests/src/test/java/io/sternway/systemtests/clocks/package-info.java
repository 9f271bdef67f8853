/** Processes whose clock is wrong: an agent in their JVM, for tests only. */
@NullMarked
package io.sternway.systemtests.clocks;

import org.jspecify.annotations.NullMarked;
