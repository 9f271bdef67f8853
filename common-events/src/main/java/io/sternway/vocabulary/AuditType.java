package io.sternway.vocabulary;

/** The facts that {@code sternway.audit} records; each is an event type of its own with one common body. */
public enum AuditType {
    // A name is never that of an event of another topic: the CloudEvents type must tell the schema.
    // requests and revisions
    /** A request was taken; the details name the revision, or say that nothing changes. */
    PromotionAccepted,
    /** A request was refused; the details list every fault. */
    PromotionRejected,
    /** New content became a revision. */
    RevisionCreated,
    /** The settings of a promotion changed. */
    SettingsChanged,
    /** A revision failed a stage with evidence and may not be brought into stages that do not run it. */
    RevisionQuarantined,
    /** A revision beyond the history's limit was removed. */
    RevisionPruned,
    // runs
    /** A revision sets out through the stages. */
    RunStarted,
    /** The last stage has succeeded. */
    RunSucceeded,
    /** The run stopped; clusters keep what they have. */
    RunHalted,
    /** A stage failed, and every one of its clusters is back at the rollback target. */
    RunRolledBack,
    /** A stage failed, and some of its clusters are not back at the rollback target; each is named. */
    RunPartiallyRolledBack,
    /** A stage failed, and none of its clusters could be brought back. */
    RunRollbackFailed,
    /** A newer run took its place. */
    RunSuperseded,
    // stages
    /** A stage's clusters are settled and it begins. */
    StageStarted,
    /** A stage cannot begin; the reason says what it waits for. */
    StageBlocked,
    /** A stage was left out. */
    StageSkipped,
    /** A stage dispatches its clusters. */
    StageDeploying,
    /** All clusters are healthy; their soak is running. */
    StageSoaking,
    /** A stage is soaked and waits for its gates. */
    StageWaiting,
    /** A stage is done. */
    StageSucceeded,
    /** More targets failed than the stage tolerates. */
    StageFailed,
    /** A stage goes back to its rollback target. */
    StageRollingBack,
    /** Every cluster of the stage is back. */
    StageRolledBack,
    /** Some clusters of the stage are not back; each is named. */
    StagePartiallyRolledBack,
    /** No cluster of the stage could be brought back. */
    StageRollbackFailed,
    /** A stage stopped; its clusters keep what they have. */
    StageHalted,
    /** A newer run took the stage over. */
    StageSuperseded,
    /** The revision that a stage falls back to changed. */
    StableRevisionMoved,
    // targets
    /** A cluster was told to hold a revision. */
    TargetDispatched,
    /** A cluster has the revision's objects. */
    TargetApplied,
    /** Not yet everything on the cluster is as it should be, nothing is failing. */
    TargetProgressing,
    /** Everything on the cluster passes at this epoch. */
    TargetHealthy,
    /** A target is failing, and its threshold is running. */
    TargetDegraded,
    /** A target that was failing passes again. */
    TargetRecovered,
    /** Nobody could look at a target. Never a failure by itself. */
    TargetUnknown,
    /** A target failed: by its threshold, by its deadline, or because it cannot be applied. */
    TargetFailed,
    /** A target was given up because its cluster was not reached; it is restored once that is back. */
    TargetOwed,
    /** A dispatch was withdrawn. */
    TargetCancelled,
    /** A target that was owed is healthy at the restored revision. */
    TargetRestored,
    /** What the revision no longer has is gone from the cluster. */
    TargetPruneCompleted,
    /** What should be gone from the cluster is not; it is named. */
    TargetPruneIncomplete,
    /** A cluster came into a stage. */
    TargetJoined,
    /** A cluster is in another stage than before. */
    TargetMoved,
    /** A cluster left its stage; the executor is told to let go. */
    TargetReleasing,
    /** A target is Sternway's no longer. */
    TargetReleaseCompleted,
    /** A target could not be released. */
    TargetReleaseIncomplete,
    // rollbacks
    /** A rollback began. */
    RollbackBegan,
    /** A rollback ended; the details give each cluster's result. */
    RollbackEnded,
    /** Something failed that Sternway will not try to mend by itself: a person must act. */
    IncidentRaised,
    // fleet
    /** A cluster matches two stages of one promotion; it stays where it is. */
    ClusterOverlapping,
    /** A reading of the inventory is used from now on. */
    InventoryAccepted,
    /** A reading would remove too many clusters and is not used until it is confirmed. */
    InventoryHeld,
    /** A cluster is reached again, or no longer. */
    ClusterReachabilityChanged
}
