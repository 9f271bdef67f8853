package io.sternway.promotion.domain;

/** The facts that a decision records; names as in the contract's enum of the same name. */
public enum AuditType {
    // requests and revisions
    PromotionAccepted,
    PromotionRejected,
    RevisionCreated,
    SettingsChanged,
    RevisionQuarantined,
    RevisionPruned,
    // runs
    RunStarted,
    RunSucceeded,
    RunHalted,
    RunRolledBack,
    RunPartiallyRolledBack,
    RunRollbackFailed,
    RunSuperseded,
    // stages
    StageStarted,
    StageBlocked,
    StageSkipped,
    StageDeploying,
    StageSoaking,
    StageWaiting,
    StageSucceeded,
    StageFailed,
    StageRollingBack,
    StageRolledBack,
    StagePartiallyRolledBack,
    StageRollbackFailed,
    StageHalted,
    StageSuperseded,
    StableRevisionMoved,
    // targets
    TargetDispatched,
    TargetApplied,
    TargetHealthy,
    TargetDegraded,
    TargetRecovered,
    TargetUnknown,
    TargetFailed,
    TargetOwed,
    TargetCancelled,
    TargetRestored,
    TargetPruned,
    TargetPruneIncomplete,
    TargetJoined,
    TargetMoved,
    TargetReleasing,
    TargetReleased,
    TargetReleaseFailed,
    // rollbacks
    RollbackStarted,
    RollbackCompleted,
    IncidentRaised,
    // fleet
    ClusterOverlapping,
    InventoryAccepted,
    InventoryHeld,
    ClusterHealthChanged
}
