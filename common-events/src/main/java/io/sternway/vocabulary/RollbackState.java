package io.sternway.vocabulary;

/** How one cluster stands. */
public enum RollbackState {
    Pending,
    Restored,
    Failed,
    /** Given up because it was not reached; restored once it is back (R20). */
    Owed,
    /** Given up because a newer run dispatched there (R3). */
    Superseded
}
