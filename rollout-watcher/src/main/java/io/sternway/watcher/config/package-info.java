/**
 * Configuration, wiring, start and end, probes and metrics of the service. No rule of the domain belongs here.
 */
@NullMarked
package io.sternway.watcher.config;

import org.jspecify.annotations.NullMarked;
