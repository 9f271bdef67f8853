package io.sternway.promotion.domain;

/** The facts that a decision records; names as in the contract's enum of the same name. */
public enum AuditType {
    // A name is never that of an event of another topic: the CloudEvents type must tell the schema.
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
    TargetProgressing,
    TargetHealthy,
    TargetDegraded,
    TargetRecovered,
    TargetUnknown,
    TargetFailed,
    TargetOwed,
    TargetCancelled,
    TargetRestored,
    TargetPruneCompleted,
    TargetPruneIncomplete,
    TargetJoined,
    TargetMoved,
    TargetReleasing,
    TargetReleaseCompleted,
    TargetReleaseIncomplete,
    // rollbacks
    RollbackBegan,
    RollbackEnded,
    IncidentRaised,
    // fleet
    ClusterOverlapping,
    InventoryAccepted,
    InventoryHeld,
    ClusterReachabilityChanged
}
