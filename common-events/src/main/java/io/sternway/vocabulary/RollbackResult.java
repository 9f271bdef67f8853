package io.sternway.vocabulary;

/** How a rollback ended. */
public enum RollbackResult {
    /** Every cluster is restored. */
    Succeeded,
    /** Some are. */
    Partial,
    /** None is. */
    Failed
}
