package io.sternway.watcher.domain.readiness;

/** What an object looks like, by kstatus. */
public enum Status {
    Current,
    InProgress,
    /** Failed whatever was before: a Job that failed, a refused CRD, a Stalled condition. */
    Failed,
    Terminating,
    NotFound,
    /** It could not be read (H4). */
    Unknown
}
