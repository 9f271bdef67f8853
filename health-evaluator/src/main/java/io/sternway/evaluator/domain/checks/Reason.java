package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.ObjectName;
import io.sternway.vocabulary.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Why a target's health stands as it does.
 *
 * @param check the check, for example readiness
 * @param object the object it is about, where there is one
 * @param verdict the verdict
 * @param reason CamelCase
 * @param message for people
 */
public record Reason(
        String check,
        @Nullable ObjectName object,
        Verdict verdict,
        String reason,
        @Nullable String message) {}
