package io.sternway.promotion.domain.model.targets;

/** How a target stands, for people; derived from its facts. */
public enum TargetPhase {
    /** A command went out. */
    Dispatched,
    /** The executor applied it, or somebody saw it there. */
    Applied,
    Healthy,
    /** Failing; the threshold is running. */
    Degraded,
    /** Nobody can look. */
    Unknown,
    /** Given up with a reason; retried by a new run only. */
    Failed,
    /** Given up for want of an answer; restored when the cluster is back. */
    Owed,
    /** Cancelled before it was applied. */
    Cancelled,
    /** The cluster left. */
    Releasing
}
