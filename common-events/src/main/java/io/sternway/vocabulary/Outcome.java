package io.sternway.vocabulary;

/** How far the executor has come with an epoch. */
public enum Outcome {
    /** Accepted, or still trying; {@code reason} says what stands against it. */
    Pending,
    /** Everything is applied. */
    Applied,
    /** It cannot be applied; nothing was changed, or see Partial. */
    Failed,
    /** Stopped before the first write. */
    NotStarted,
    /** Stopped or failed after the first write. */
    Partial,
    /** Stopped while the answer to a write was outstanding: it may have taken effect. */
    Unknown
}
