package io.sternway.vocabulary;

/**
 * The closed list of reasons that the executor gives for a target or an object of it. Beside them stand the reasons of API
 * servers ({@code Invalid}, {@code Forbidden}, …), as they came. A reason is never renamed; new ones may be added.
 */
public enum DeploymentReason {
    // tried again: the cluster
    /** The cluster does not answer, or not as a Kubernetes API does. */
    Unreachable,
    /** The cluster is in no inventory. */
    ClusterUnknown,
    /** The API server does not accept our credentials. */
    Unauthorized,
    /** The API server asks for fewer requests. */
    Throttled,
    /** Which kinds the cluster serves cannot be found out. */
    DiscoveryFailed,
    /** An object cannot be read. */
    ReadFailed,
    /** The API server fails at an object; that says nothing about the cluster. */
    ServerFailed,
    /** A webhook that must be asked about an object does not answer. */
    WebhookUnavailable,
    // tried again: something takes a moment
    /** The snapshot has not been received. */
    SnapshotUnknown,
    /** An earlier wave of objects is not ready. */
    WaveNotReady,
    /** A namespace is being deleted. */
    NamespaceTerminating,
    /** A namespace that the snapshot brings cannot be written into yet. */
    NamespaceNotReady,
    /** The definition of a kind is being deleted. */
    CrdTerminating,
    /** The definition of a kind is not served yet. */
    CrdNotEstablished,
    /** An object is being deleted. */
    BeingDeleted,
    /** An object that is to go is still there. */
    StillThere,
    /** An object changed while it was worked on. */
    ChangedMeanwhile,
    /** Somebody else changes the inventory object. */
    InventoryContended,
    /** The attempt failed unexpectedly; the executor's log tells why. */
    InternalError,
    // refused
    /** The snapshot has Helm hooks, and helmHooks is Refuse. */
    HelmHook,
    /** The content has a placeholder that this cluster cannot resolve. */
    UnresolvedPlaceholder,
    /** The resolved content has not the hash that the command names. */
    ContentMismatch,
    /** Objects are refused for more than one reason; each stands in its fault. */
    SeveralFaults,
    /** The cluster does not serve a kind, and the content does not bring it. */
    KindUnknown,
    /** A namespace does not exist, and the content does not bring it. */
    NamespaceNotFound,
    /** An object has a field that its kind does not have. */
    SchemaMismatch,
    /** An object is larger than the cluster can store. */
    RequestTooLarge,
    /** A Job that the next wave waits for has failed. */
    JobFailed,
    /** A Deployment that the next wave waits for made no progress within its own deadline. */
    ProgressDeadlineExceeded,
    /** Another manager owns a field (K4). */
    FieldManagerConflict,
    /** An object belongs to another promotion (K1). */
    OwnedByOther,
    /** Objects may be stored in a version that the older definition does not know (K7). */
    StorageVersionUnknown,
    /** Somebody else wrote an inventory object that cannot be read. */
    InventoryUnreadable,
    /** It was put back but for some objects, which cannot go back; each stands in its fault (K10). */
    Exceptions,
    /** An object could not be let go. */
    NotReleased,
    // stopped
    /** A newer epoch took its place. */
    Superseded,
    /** The command was called back. */
    Cancelled,
    /** The command's time is up: never a failure by itself. */
    DeadlineExceeded,
    /** The cluster's inventory has a newer epoch. */
    Fenced,
    /** The worker's lease ran out; another takes over. */
    LeaseLost,
    /** The worker was interrupted. */
    Interrupted
}
