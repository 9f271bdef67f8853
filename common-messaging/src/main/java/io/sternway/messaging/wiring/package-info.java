/**
 * Quarkus beans of the other packages, their configuration, metrics and readiness. No logic.
 */
@NullMarked
package io.sternway.messaging.wiring;

import org.jspecify.annotations.NullMarked;
