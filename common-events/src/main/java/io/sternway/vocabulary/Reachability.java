package io.sternway.vocabulary;

/** Whether a cluster can be looked at. */
public enum Reachability {
    Healthy,
    Unreachable,
    /** Never looked at, or silent for three intervals: the fault may be ours. */
    Unknown
}
