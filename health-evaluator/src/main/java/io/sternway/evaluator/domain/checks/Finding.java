package io.sternway.evaluator.domain.checks;

/**
 * What was found of one object.
 *
 * @param reason the verdict, and why
 * @param definite for a failure, whether it counts at once (H15)
 */
public record Finding(Reason reason, boolean definite) {}
