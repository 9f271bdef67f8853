package io.sternway.events;

/** The facts that {@code sternway.audit} records; each is an event type of its own with one common body. */
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
