/**
 * Start, stop and probes of the topology. No rule of health belongs here.
 */
@NullMarked
package io.sternway.evaluator.config;

import org.jspecify.annotations.NullMarked;
