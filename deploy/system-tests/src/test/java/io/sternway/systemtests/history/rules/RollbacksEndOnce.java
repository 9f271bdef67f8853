package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.RollbackRecord;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Both topics that speak of rollbacks are looked at, and compared. */
public final class RollbacksEndOnce implements HistoryRule {

    @Override
    public String text() {
        return "A rollback begins once and ends once, and sternway.rollbacks and sternway.audit agree on how"
                + " (X5 and X6).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Map<String, List<String>> audit = new LinkedHashMap<>();
        for (List<Event<AuditRecord>> events : history.audit().values()) {
            for (Event<AuditRecord> event : events) {
                String rollback = String.valueOf(event.data().details().get("rollback"));
                switch (event.type().name()) {
                    case "RollbackBegan" -> say(audit, rollback, "began");
                    case "RollbackEnded" ->
                        say(audit, rollback, "ended " + event.data().to());
                    default -> {}
                }
            }
        }
        Map<String, List<String>> topic = new HashMap<>();
        for (Event<RollbackRecord> event : history.events(Topic.ROLLBACKS, RollbackRecord.class)) {
            switch (event.type().name()) {
                case "RollbackStarted" -> say(topic, event.data().rollback(), "began");
                case "RollbackCompleted" ->
                    say(topic, event.data().rollback(), "ended " + event.data().result());
                default -> {}
            }
        }
        return Stream.concat(
                audit.entrySet().stream()
                        .filter(entry -> entry.getValue().size() != 2
                                || !entry.getValue().get(0).equals("began")
                                || !entry.getValue().get(1).startsWith("ended"))
                        .map(entry -> broken(entry.getKey(), "its audit says " + entry.getValue())),
                Stream.concat(audit.keySet().stream(), topic.keySet().stream())
                        .distinct()
                        .filter(rollback -> !audit.getOrDefault(rollback, List.of())
                                .equals(topic.getOrDefault(rollback, List.of())))
                        .map(rollback -> broken(
                                rollback,
                                "the audit says " + audit.get(rollback) + ", sternway.rollbacks "
                                        + topic.get(rollback))));
    }

    private static void say(Map<String, List<String>> words, String rollback, String word) {
        words.computeIfAbsent(rollback, id -> new ArrayList<>()).add(word);
    }
}
