/**
 * Looks at a whole run from outside and says where it broke a promise: {@link HistoryChecker} is a pure function of a
 * {@link History}; {@link HistoryReader} collects one from a running stack; {@link HistoryCheck} does both, for tests.
 */
@NullMarked
package io.sternway.systemtests.history;

import org.jspecify.annotations.NullMarked;
