package io.sternway.promotion.domain.model;

/** What comes to a promotion from outside: a request, or a fact about one of its targets. */
public sealed interface Input permits Document, Fact {

    /** The id of the event that brought it; the cause of what follows. */
    String event();
}
