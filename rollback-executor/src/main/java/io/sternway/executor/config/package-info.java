/**
 * Configuration, and the wiring of the other packages into one service: start, stop, probes, metrics. No logic.
 */
@NullMarked
package io.sternway.executor.config;

import org.jspecify.annotations.NullMarked;
