package io.sternway.vocabulary;

/** What a check says about something; never merged early (architecture.md, rule 10). */
public enum Verdict {
    Pass,
    Progressing,
    Fail,
    Inconclusive,
    /** We could not look. */
    Error,
    NoData
}
