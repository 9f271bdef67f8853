package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.StateTable;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Whether a run that has no outcome still has one coming is asked by {@link NothingIsUndone}. */
public final class RunsEndOnce implements HistoryRule {

    private final StateTable table;

    public RunsEndOnce(StateTable table) {
        this.table = table;
    }

    @Override
    public String text() {
        return "A run starts once and has one outcome, or Succeeded and then one more (R22).";
    }

    @Override
    public Stream<Violation> check(History history) {
        return history.eachAuditStream(this::check);
    }

    private List<Violation> check(String stream, List<Event<AuditRecord>> events) {
        List<Violation> violations = new ArrayList<>();
        Set<String> started = new HashSet<>();
        Map<String, String> outcomes = new HashMap<>();
        for (Event<AuditRecord> event : events) {
            AuditRecord record = event.data();
            String fact = event.type().name();
            String where = stream + " run " + record.run();
            if (fact.equals("RunStarted") && !started.add(where)) {
                violations.add(broken(where, "started twice"));
            }
            if (!table.isOutcome(fact)) {
                continue;
            }
            if (!started.contains(where)) {
                violations.add(broken(where, fact + " of a run that never started"));
            }
            String to = String.valueOf(record.to());
            String before = Objects.requireNonNullElse(outcomes.put(where, to), "InFlight");
            if (!before.equals(record.from()) || !table.runMay(before, to, fact)) {
                violations.add(
                        broken(where, fact + " from " + record.from() + " to " + to + ", but the run was " + before));
            }
        }
        return violations;
    }
}
