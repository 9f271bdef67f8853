package io.sternway.systemtests.history.rules;

import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.stream.Stream;

/** Who collects a history waits for quiet first; what is still undone then will not be done. */
public final class NothingIsUndone implements HistoryRule {

    @Override
    public String text() {
        return "At rest every topic is consumed, every outbox is empty, no target's row waits for work, no rollback and"
                + " no stage is at work (A4, A5, X8).";
    }

    @Override
    public Stream<Violation> check(History history) {
        return history.undone().stream().map(row -> broken("at rest", row));
    }
}
