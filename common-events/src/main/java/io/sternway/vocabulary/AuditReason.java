package io.sternway.vocabulary;

/** The closed list of reasons of audit records. A reason is never renamed; new ones may be added. */
public enum AuditReason {
    // requests
    /** The request is valid and was taken. */
    Accepted,
    /** Content and settings are what they were. */
    Unchanged,
    /** The document has faults; each is listed. */
    Invalid,
    /** The record's key is not the document's project and name. */
    KeyMismatch,
    /** The same source and id came before with other bytes. */
    IdReused,
    /** The content is over the limit. */
    TooLarge,
    /** The newest revision is not the one that ifRevision names. */
    RevisionMismatch,
    /** The content is a revision that failed and is quarantined. */
    Quarantined,
    /** A cluster is selected by two stages. */
    OverlappingStages,
    /** A stage that still has clusters is missing from the document. */
    StageInUse,
    // runs and stages
    /** The content is new. */
    NewRevision,
    /** The content is that of an earlier revision. */
    KnownRevision,
    /** Only settings changed. */
    SettingsOnly,
    /** The previous stage is done. */
    PreviousStageDone,
    /** It is the first stage. */
    FirstStage,
    /** No usable reading of the inventory has come yet. */
    InventoryUnknown,
    /** The stage selects no cluster. */
    EmptyStage,
    /** A cluster lacks a label that the content asks for. */
    UnresolvedPlaceholder,
    /** Every target is healthy. */
    AllHealthy,
    /** Every target was healthy long enough. */
    AllSoaked,
    /** A target is no longer healthy. */
    NotAllHealthy,
    /** Nothing more is waited for. */
    GatesOpen,
    /** Every stage is done. */
    AllStagesDone,
    /** More targets failed than maxFailures allows. */
    TooManyFailures,
    /** Nothing was heard that speaks for or against it. */
    NoEvidence,
    /** An earlier stage of the run failed. */
    EarlierStageFailed,
    /** No other revision ever succeeded in the stage. */
    NoRollbackTarget,
    /** The stage's onFailure or onNoEvidence is Halt. */
    PolicyHalt,
    /** The stage's onFailure or onNoEvidence is Rollback. */
    PolicyRollback,
    /** The stage's onFailure is Continue. */
    PolicyContinue,
    /** A newer run has begun. */
    NewerRun,
    /** Every cluster is restored. */
    AllRestored,
    /** Some clusters are not restored. */
    SomeNotRestored,
    /** No cluster is restored. */
    NoneRestored,
    /** The revision succeeded in this stage. */
    SucceededHere,
    /** The revision failed in this stage. */
    FailedHere,
    /** There are more revisions than revisionHistoryLimit. */
    HistoryLimit,
    // targets
    /** It is in a wave of the rollout. */
    Wave,
    /** It is dispatched again. */
    Retry,
    /** The stage's settings say so. */
    StagePolicy,
    /** The cluster is new in the stage. */
    Joined,
    /** The cluster is reached again. */
    Returned,
    /** The cluster is no longer in the stage. */
    Left,
    /** The cluster's labels put it into another stage. */
    Moved,
    /** The executor applied everything. */
    Applied,
    /** Everything passes. */
    Healthy,
    /** Something fails, and the threshold is running. */
    Degraded,
    /** Everything passes again, before the threshold was reached. */
    Recovered,
    /** It became healthy after it had been given up. */
    LateRecovery,
    /** Nobody could look. */
    Unknown,
    /** It was failing for longer, or more often, than the threshold allows. */
    Unhealthy,
    /** The API server refused it. */
    Refused,
    /** It was not healthy at its deadline. */
    TimedOut,
    /** It did not stay healthy long enough within its time. */
    Unstable,
    /** It was withdrawn. */
    Cancelled,
    /** What was to go is gone. */
    Pruned,
    /** Not everything that was to go is gone. */
    PruneIncomplete,
    /** It is healthy at the restored revision. */
    Restored,
    /** It is let go. */
    Released,
    /** It could not be let go by the deadline. */
    ReleaseFailed,
    // fleet
    /** Two stages of one promotion select the cluster. */
    InTwoStages,
    /** It is the first reading of the inventory. */
    FirstReading,
    /** The inventory changed. */
    Changed,
    /** More than a tenth of all clusters would vanish. */
    InventoryShrank,
    /** Somebody confirmed the reading. */
    Confirmed,
    /** The API server answers. */
    Reachable,
    /** The API server does not answer. */
    Unreachable
}
