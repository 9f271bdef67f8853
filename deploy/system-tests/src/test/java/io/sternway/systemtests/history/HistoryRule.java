package io.sternway.systemtests.history;

import java.util.stream.Stream;

/** One promise that every history keeps, whatever was killed, paused, repeated or late. */
public interface HistoryRule {

    /** The promise as a sentence, with its source: an id of the design's rules. */
    String text();

    /** Every place where it is broken. */
    Stream<Violation> check(History history);

    /** The class's name: how reports call it. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** A place where it is broken. */
    default Violation broken(String where, String how) {
        return new Violation(name(), where, how);
    }
}
