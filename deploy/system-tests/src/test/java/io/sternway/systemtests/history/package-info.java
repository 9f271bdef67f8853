/**
 * What a run leaves behind as plain data, and what a {@link HistoryRule} about it is. Nothing here reads a running stack:
 * that does package {@code check}; each rule is a class of package {@code rules}.
 */
@NullMarked
package io.sternway.systemtests.history;

import org.jspecify.annotations.NullMarked;
