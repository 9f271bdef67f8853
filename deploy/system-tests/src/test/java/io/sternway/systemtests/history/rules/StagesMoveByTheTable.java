package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.StateTable;
import io.sternway.systemtests.history.Violation;
import io.sternway.vocabulary.AuditKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A stage that still waits for the same thing says so without moving. */
public final class StagesMoveByTheTable implements HistoryRule {

    private final StateTable table;

    public StagesMoveByTheTable(StateTable table) {
        this.table = table;
    }

    @Override
    public String text() {
        return "A stage of a run begins as Pending, leaves each phase where the record before left it, and moves only"
                + " by the table of docs/state-machine.md.";
    }

    @Override
    public Stream<Violation> check(History history) {
        return history.eachAuditStream(this::check);
    }

    private List<Violation> check(String stream, List<Event<AuditRecord>> events) {
        List<Violation> violations = new ArrayList<>();
        Map<String, String> phases = new HashMap<>();
        for (Event<AuditRecord> event : events) {
            AuditRecord record = event.data();
            String fact = event.type().name();
            if (record.kind() != AuditKind.stage || !table.isStageFact(fact)) {
                continue;
            }
            String where = stream + " run " + record.run() + " stage " + record.stage();
            String from = String.valueOf(record.from());
            String to = String.valueOf(record.to());
            String before = Objects.requireNonNullElse(phases.put(where, to), "Pending");
            if (!before.equals(from)) {
                violations.add(broken(where, fact + " leaves " + from + ", but the stage was " + before));
            }
            boolean stillBlocked = fact.equals("StageBlocked") && from.equals(to);
            if (!stillBlocked && !table.stageMay(from, to, fact)) {
                violations.add(broken(where, fact + " from " + from + " to " + to + " is not in the table"));
            }
        }
        return violations;
    }
}
