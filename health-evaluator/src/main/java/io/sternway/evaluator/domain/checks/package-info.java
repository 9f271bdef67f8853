/**
 * Checks: each turns what was observed into reasons with verdicts, and says what it has to remember. A new check is a
 * class here and a line in {@code TargetEvaluation}. Time, limits and states belong to {@code health}.
 */
@NullMarked
package io.sternway.evaluator.domain.checks;

import org.jspecify.annotations.NullMarked;
