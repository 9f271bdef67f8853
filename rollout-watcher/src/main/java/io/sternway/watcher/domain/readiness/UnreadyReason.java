package io.sternway.watcher.domain.readiness;

/** Why an object is not as it should be, where it is we who say so; conditions of the object have reasons of their own. */
enum UnreadyReason {
    // What was read is not what was applied, or not yet what its controller makes of it.
    Replaced,
    GenerationNotSeen,
    LatestGenerationNotObserved,
    NoObservedGeneration,
    NoStatusYet,
    // Too few, or too many.
    NoDesiredNumber,
    LessReplicas,
    LessLabelled,
    LessCurrent,
    LessUpdated,
    LessAvailable,
    LessReady,
    ExtraPods,
    ReplicaFailure,
    // A rollout that does not go on.
    ProgressDeadlineExceeded,
    DeploymentPaused,
    OnDelete,
    PartitionRollout,
    RevisionMismatch,
    // Single kinds.
    JobNotStarted,
    JobInProgress,
    JobFailed,
    PodNotObserved,
    PodPending,
    PodUnschedulable,
    PodRunningNotReady,
    Disrupted,
    NotBound,
    NoIPAssigned,
    Installing,
    NamesNotAccepted,
    NotEstablished,
    // Conditions that give no reason.
    Reconciling,
    Stalled,
    NotReady
}
