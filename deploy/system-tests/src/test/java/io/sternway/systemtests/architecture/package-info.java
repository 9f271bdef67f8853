/**
 * The layers, sizes and names of all modules, checked in their sources and compiled classes.
 */
@NullMarked
package io.sternway.systemtests.architecture;

import org.jspecify.annotations.NullMarked;
