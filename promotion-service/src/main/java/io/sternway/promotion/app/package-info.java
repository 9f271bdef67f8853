/**
 * Use cases: each loads, lets the domain decide, and stores and publishes in one transaction. Ports to the outside
 * are interfaces here. No decision is made here that the domain could make, and no framework type is in a port.
 * Many files: one use case, one class, and its ports beside it.
 */
@NullMarked
package io.sternway.promotion.app;

import org.jspecify.annotations.NullMarked;
