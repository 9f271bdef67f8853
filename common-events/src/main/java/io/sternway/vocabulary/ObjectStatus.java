package io.sternway.vocabulary;

/** What one object looks like, by kstatus with our additions (H3). */
public enum ObjectStatus {
    Current,
    InProgress,
    Failed,
    Terminating,
    NotFound,
    /** It could not be read (H4). */
    Unknown
}
