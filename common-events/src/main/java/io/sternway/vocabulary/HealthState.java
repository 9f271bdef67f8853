package io.sternway.vocabulary;

/** The state of a target's health at an epoch. */
public enum HealthState {
    /** Not yet everything as it should be, nothing failing. */
    Progressing,
    /** Everything passes. */
    Ready,
    /** Failing, and the threshold is running. */
    Degraded,
    /** Failing for longer, or more often, than the threshold allows. */
    Failed,
    /** Nobody could look for three intervals, or the objects could not be read. */
    Unknown
}
