package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.RollbackRequested;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What a cluster that joins gets is looked at too: it is the stage's stable revision. */
public final class SucceededBeforeRestored implements HistoryRule {

    @Override
    public String text() {
        return "A rollback goes to a revision that succeeded in that stage before, is not the failed one and was not"
                + " quarantined; so does what a cluster that joins gets (R17, R6).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Map<String, Long> goals = new HashMap<>();
        List<Violation> violations = new ArrayList<>();
        history.audit().forEach((stream, events) -> check(stream, events, goals, violations));
        for (Event<RollbackRequested> event : history.events(Topic.COMMANDS, RollbackRequested.class)) {
            RollbackRequested command = event.data();
            if (!Objects.equals(goals.get(command.rollback()), command.revision())) {
                violations.add(broken(
                        command.command(),
                        "restores revision " + command.revision() + ", but " + command.rollback() + " goes to "
                                + goals.get(command.rollback())));
            }
        }
        return violations.stream();
    }

    private void check(
            String stream, List<Event<AuditRecord>> events, Map<String, Long> goals, List<Violation> violations) {
        Set<String> succeeded = new HashSet<>();
        Set<Long> quarantined = new HashSet<>();
        for (Event<AuditRecord> event : events) {
            AuditRecord record = event.data();
            Long revision = record.revision();
            String there = record.stage() + " " + revision;
            switch (event.type().name()) {
                case "StageSucceeded" -> succeeded.add(there);
                case "RevisionQuarantined" -> quarantined.add(Objects.requireNonNull(revision));
                case "RollbackBegan" -> {
                    goals.put(String.valueOf(record.details().get("rollback")), revision);
                    if (!succeeded.contains(there)
                            || quarantined.contains(revision)
                            || String.valueOf(revision)
                                    .equals(String.valueOf(record.details().get("fromRevision")))) {
                        violations.add(broken(
                                stream + " stage " + record.stage(),
                                "goes back to revision " + revision + "; succeeded there: " + succeeded
                                        + ", quarantined: " + quarantined));
                    }
                }
                case "TargetDispatched" -> {
                    if ("Join".equals(record.details().get("purpose")) && !succeeded.contains(there)) {
                        violations.add(broken(
                                stream + " stage " + record.stage(),
                                record.cluster() + " joined and gets revision " + revision + "; succeeded there: "
                                        + succeeded));
                    }
                }
                default -> {}
            }
        }
    }
}
