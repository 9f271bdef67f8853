package io.sternway.vocabulary;

/** What was seen of a Job (H17). */
public enum JobOutcome {
    /** It completed. */
    Complete,
    /** It failed. */
    Failed,
    /** It was created and is gone; how it ended nobody saw. */
    Unknown
}
