package io.sternway.evaluator.domain;

/** How a target's health stands at an epoch. */
public enum State {
    Progressing,
    Ready,
    /** Failing, and the threshold is running. */
    Degraded,
    /** Failing for longer, or more often, than the threshold allows. */
    Failed,
    Unknown
}
