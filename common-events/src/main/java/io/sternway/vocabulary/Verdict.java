package io.sternway.vocabulary;

/** What a check says about something; never merged early (A10). */
public enum Verdict {
    Pass,
    Progressing,
    Fail,
    Inconclusive,
    /** We could not look. */
    Error,
    NoData
}
