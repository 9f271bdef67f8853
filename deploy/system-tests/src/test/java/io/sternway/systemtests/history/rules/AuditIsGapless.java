package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** So a reader of the audit topic can prove that it has seen everything. */
public final class AuditIsGapless implements HistoryRule {

    @Override
    public String text() {
        return "After dropping repeated ids, each audit stream counts 1, 2, 3, … in order, without gap or double.";
    }

    @Override
    public Stream<Violation> check(History history) {
        return history.eachAuditStream(this::check);
    }

    private List<Violation> check(String stream, List<Event<AuditRecord>> events) {
        List<Violation> violations = new ArrayList<>();
        long last = 0;
        for (Event<AuditRecord> event : events) {
            long sequence = event.data().sequence();
            if (sequence != last + 1) {
                violations.add(broken(stream, event.type().name() + " has sequence " + sequence + " after " + last));
            }
            last = sequence;
        }
        return violations;
    }
}
