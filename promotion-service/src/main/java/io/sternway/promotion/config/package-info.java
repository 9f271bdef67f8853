/**
 * What an operator may set, with its defaults, and the objects made from it. Nothing here decides or does I/O.
 */
@NullMarked
package io.sternway.promotion.config;

import org.jspecify.annotations.NullMarked;
