/**
 * The settings of a promotion as values with their defaults filled in, and the arithmetic that belongs to them. The
 * document's reader makes them, decisions use them as they are. Only the JDK; how they are written is {@code document}'s
 * matter.
 */
@org.jspecify.annotations.NullMarked
package io.sternway.settings;
