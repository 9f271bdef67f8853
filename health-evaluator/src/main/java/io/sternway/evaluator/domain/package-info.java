/**
 * Decides how a target's health stands: readiness with memory (H3), thresholds (H9), reachability (H11). Pure: values
 * in, values out, {@code now} is given. No JSON, no Kafka, no clock.
 */
@NullMarked
package io.sternway.evaluator.domain;

import org.jspecify.annotations.NullMarked;
