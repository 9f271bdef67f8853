package io.sternway.events;

/** The closed list of reasons of audit records. A reason is never renamed; new ones may be added. */
public enum AuditReason {
    Accepted,
    Invalid,
    KeyMismatch,
    IdReused,
    RevisionMismatch,
    Quarantined,
    Unchanged,
    TooLarge
}
