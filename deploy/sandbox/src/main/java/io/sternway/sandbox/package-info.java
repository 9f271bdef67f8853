/** The command that runs the sandbox. What runs is in {@code stack}, what is shown in {@code story}. */
@NullMarked
package io.sternway.sandbox;

import org.jspecify.annotations.NullMarked;
