/**
 * One promotion seen from outside: publishes, waits and says what is there. No stack is started here.
 */
@NullMarked
package io.sternway.systemtests.scenario;

import org.jspecify.annotations.NullMarked;
