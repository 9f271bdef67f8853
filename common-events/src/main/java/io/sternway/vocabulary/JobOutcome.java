package io.sternway.vocabulary;

/** What was seen of a Job. */
public enum JobOutcome {
    /** It completed. */
    Complete,
    /** It failed. */
    Failed,
    /** It was created and is gone; how it ended nobody saw. */
    Unknown
}
