package io.sternway.promotion.domain.model;

/**
 * How a run ended. Each is final but Succeeded, which may be replaced once while its stages are monitored (R22).
 */
public enum RunOutcome {
    Succeeded,
    Halted,
    RolledBack,
    PartiallyRolledBack,
    RollbackFailed,
    Superseded
}
