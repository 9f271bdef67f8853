/**
 * One promotion with everything around it, simulated in memory: time, clusters, executor and evaluator. Tests of rules say
 * what happens and look at what follows; nothing here asserts a rule, but for what must always hold ({@code Invariants}).
 */
@org.jspecify.annotations.NullMarked
package io.sternway.promotion.domain.simulation;
