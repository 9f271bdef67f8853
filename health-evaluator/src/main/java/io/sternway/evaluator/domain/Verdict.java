package io.sternway.evaluator.domain;

/** What a check says about something. Verdicts are typed and never merged early (architecture.md, rule 10). */
public enum Verdict {
    Pass,
    Progressing,
    Fail,
    Inconclusive,
    /** We could not look. */
    Error,
    NoData
}
