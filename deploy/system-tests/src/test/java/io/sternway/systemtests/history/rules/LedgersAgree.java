package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetRef;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.PromotionState.StageState;
import io.sternway.systemtests.history.PromotionState.TargetState;
import io.sternway.systemtests.history.Violation;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the clusters themselves hold is {@link ClustersHoldTheirSnapshots}. */
public final class LedgersAgree implements HistoryRule {

    @Override
    public String text() {
        return "At rest the deployments topic, the executor's rows, promotion-service's targets, stages and runs, and"
                + " the audit say the same (A3 to A6).";
    }

    @Override
    public Stream<Violation> check(History history) {
        List<Violation> violations = new ArrayList<>();
        Map<TargetRef, TargetDeployment> topic = history.lastDeployments();
        for (ExecutorRow row : history.executor()) {
            TargetDeployment last = topic.get(row.target());
            String where = row.target().key();
            if (row.released() || last == null) {
                same(violations, where, "on the topic", last != null, "in the executor", !row.released());
                continue;
            }
            same(violations, where, "sequence on the topic", last.sequence(), "in the executor", row.sequence());
            same(violations, where, "epoch on the topic", last.desired().epoch(), "in the executor", row.epoch());
            same(
                    violations,
                    where,
                    "held epoch on the topic",
                    last.holds() == null ? null : last.holds().epoch(),
                    "in the executor",
                    row.heldEpoch());
        }
        Map<String, Told> told = told(history);
        history.promotions().forEach(promotion -> promotion(violations, promotion, told.get(promotion.key()), topic));
        return violations.stream();
    }

    private void promotion(
            List<Violation> violations,
            PromotionState promotion,
            @Nullable Told audit,
            Map<TargetRef, TargetDeployment> topic) {
        Told told = audit == null ? new Told() : audit;
        Map<String, Long> epochs = new HashMap<>();
        for (TargetState target : promotion.targets()) {
            String where = target.cluster() + "/" + promotion.key();
            epochs.put(target.cluster(), target.epoch());
            TargetDeployment last = topic.get(TargetRef.ofKey(where));
            if (last == null) {
                violations.add(broken(
                        where,
                        "promotion-service has it at epoch " + target.epoch() + ", the deployments topic does not"));
                continue;
            }
            same(
                    violations,
                    where,
                    "epoch in promotion-service",
                    target.epoch(),
                    "on the topic",
                    last.desired().epoch());
            same(
                    violations,
                    where,
                    "held revision in promotion-service",
                    target.heldRevision(),
                    "on the topic",
                    last.holds() == null ? null : last.holds().revision());
        }
        same(violations, promotion.key(), "targets in promotion-service", epochs, "in the audit", told.epochs);
        for (StageState stage : promotion.stages()) {
            String where = promotion.key() + " stage " + stage.stage();
            same(
                    violations,
                    where,
                    "phase in promotion-service",
                    stage.phase(),
                    "in the audit",
                    told.phases.getOrDefault(stage.stage(), "Pending"));
            same(
                    violations,
                    where,
                    "stable revision in promotion-service",
                    stage.stable(),
                    "in the audit",
                    told.stable.get(stage.stage()));
        }
        promotion
                .outcomes()
                .forEach((run, outcome) -> same(
                        violations,
                        run,
                        "outcome in promotion-service",
                        outcome,
                        "in the audit",
                        told.outcomes.getOrDefault(run, "")));
    }

    private void same(
            List<Violation> violations,
            String where,
            String what,
            @Nullable Object value,
            String elsewhere,
            @Nullable Object other) {
        if (!Objects.equals(value, other)) {
            violations.add(broken(where, what + " " + value + ", " + elsewhere + " " + other));
        }
    }

    /** What the audit of one promotion says in the end; of stages, as the newest run sees them. */
    private static final class Told {

        private final Map<String, Long> epochs = new HashMap<>();
        private final Map<String, String> phases = new HashMap<>();
        private final Map<String, Long> stable = new HashMap<>();
        private final Map<String, String> outcomes = new HashMap<>();
        private @Nullable String newestRun;

        private void read(Event<AuditRecord> event) {
            AuditRecord record = event.data();
            AuditType type = AuditType.valueOf(event.type().name());
            if (Dispatches.isDispatch(event)) {
                epochs.put(record.cluster(), Dispatches.epoch(record));
            } else if (type == AuditType.TargetReleaseCompleted || type == AuditType.TargetReleaseIncomplete) {
                epochs.remove(record.cluster());
            } else if (type == AuditType.StableRevisionMoved) {
                if (record.to() == null) {
                    stable.remove(record.stage());
                } else {
                    stable.put(record.stage(), Long.valueOf(record.to()));
                }
            } else if (type == AuditType.RunStarted) {
                newestRun = record.run();
                phases.clear();
                outcomes.put(String.valueOf(record.run()), "");
            } else if (record.kind() == AuditKind.run && record.to() != null) {
                outcomes.put(String.valueOf(record.run()), record.to());
            } else if (record.kind() == AuditKind.stage
                    && record.to() != null
                    && Objects.equals(newestRun, record.run())) {
                phases.put(record.stage(), record.to());
            }
        }
    }

    private static Map<String, Told> told(History history) {
        Map<String, Told> told = new HashMap<>();
        history.audit().forEach((stream, events) -> {
            Told one = told.computeIfAbsent(stream, key -> new Told());
            events.forEach(one::read);
        });
        return told;
    }
}
