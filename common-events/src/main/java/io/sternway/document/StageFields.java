package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.settings.ApplyOptions;
import io.sternway.settings.ApplyOptions.Conflicts;
import io.sternway.settings.ApplyOptions.HelmHooks;
import io.sternway.settings.ClusterSelector;
import io.sternway.settings.CountOrPercent;
import io.sternway.settings.FailurePolicy;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.settings.RolloutStrategy;
import io.sternway.settings.StageSettings;
import io.sternway.settings.StageSettings.EmptyStage;
import io.sternway.settings.StageSettings.MonitorFor;
import io.sternway.snapshot.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads one stage of a document, its content excepted. */
final class StageFields {

    /**
     * Field managers whose entries are adopted unless a stage says otherwise: the ones by which kubectl and Helm write
     * whole objects. What somebody edited by hand (kubectl-edit and its kin) is not among them: it shows as a conflict.
     */
    static final List<String> DEFAULT_ADOPT_FROM = List.of(
            "before-first-apply", "helm", "kubectl", "kubectl-client-side-apply", "kubectl-create", "kubectl-replace");

    private static final Pattern MANAGER = Pattern.compile("[!-~]([ -~]{0,126}[!-~])?");

    private StageFields() {}

    /** Reads the stage; {@code content} is left to the caller. */
    static StageSettings read(Fields fields) {
        String name = fields.name("name");
        ClusterSelector selector = LabelFields.selector(fields, "clusterSelector");
        fields.take("content");
        EmptyStage emptyStage = fields.oneOf("emptyStage", EmptyStage.class, EmptyStage.Block);
        RolloutStrategy rollout = rollout(fields.object("rollout"));
        Duration failureThreshold = fields.positiveDuration("failureThreshold");
        Long maxConsecutiveFailures = fields.wholeNumber("maxConsecutiveFailures", 1, 1_000_000);
        Duration transientGrace = fields.duration("transientGrace");
        OnFailure onFailure = fields.oneOf("onFailure", OnFailure.class, OnFailure.Halt);
        OnNoEvidence onNoEvidence = fields.oneOf("onNoEvidence", OnNoEvidence.class, OnNoEvidence.Halt);
        fields.oneOf("rollbackScope", RollbackScope.class, RollbackScope.Stage);
        fields.oneOf("rollbackOrder", RollbackOrder.class, RollbackOrder.AllAtOnce);
        MonitorFor monitorFor = monitorFor(fields);
        ApplyOptions apply = new ApplyOptions(
                fields.oneOf("conflicts", Conflicts.class, Conflicts.Fail),
                managers(fields, "adoptFrom", DEFAULT_ADOPT_FROM),
                managers(fields, "undo", List.of()),
                fields.oneOf("helmHooks", HelmHooks.class, HelmHooks.Refuse));
        Duration delay = delay(fields.object("trigger"));
        fields.refuseUnknown();
        return new StageSettings(
                name,
                selector,
                emptyStage,
                rollout,
                new FailurePolicy(
                        failureThreshold,
                        maxConsecutiveFailures == null ? null : maxConsecutiveFailures.intValue(),
                        transientGrace == null ? FailurePolicy.DEFAULT_TRANSIENT_GRACE : transientGrace,
                        onFailure,
                        onNoEvidence),
                monitorFor,
                delay,
                apply);
    }

    private static RolloutStrategy rollout(Fields fields) {
        RolloutStrategy.Type type = fields.oneOf("type", RolloutStrategy.Type.class, RolloutStrategy.Type.All);
        CountOrPercent all = CountOrPercent.percent(100);
        CountOrPercent concurrency = fields.countOrPercent(
                "maxConcurrency", 1, type == RolloutStrategy.Type.All ? all : RolloutStrategy.DEFAULT_MAX_CONCURRENCY);
        if (type == RolloutStrategy.Type.All && !concurrency.equals(all)) {
            fields.fault("maxConcurrency", "belongs to type Progressive; type All starts every cluster at once");
        }
        CountOrPercent maxFailures = fields.countOrPercent("maxFailures", 0, RolloutStrategy.DEFAULT_MAX_FAILURES);
        Duration deadline = fields.positiveDuration("progressDeadline");
        Duration soak = fields.duration("minSuccessTime");
        fields.refuseUnknown();
        return new RolloutStrategy(
                type,
                concurrency,
                maxFailures,
                deadline == null ? RolloutStrategy.DEFAULT_PROGRESS_DEADLINE : deadline,
                soak == null ? Duration.ZERO : soak);
    }

    private static MonitorFor monitorFor(Fields fields) {
        JsonNode value = fields.take("monitorFor");
        if (value == null) {
            return MonitorFor.OFF;
        }
        if (value.asText().equals("always")) {
            return MonitorFor.ALWAYS;
        }
        Optional<Duration> duration =
                value.isTextual() || value.isIntegralNumber() ? TimeSpan.parse(value.asText()) : Optional.empty();
        if (duration.isEmpty()) {
            fields.fault(
                    "monitorFor",
                    "must be a duration such as 30m, at most " + TimeSpan.write(TimeSpan.LONGEST) + ", 0, or always");
        }
        return duration.map(MonitorFor::of).orElse(MonitorFor.OFF);
    }

    private static List<String> managers(Fields fields, String name, List<String> otherwise) {
        if (!fields.has(name)) {
            fields.take(name);
            return otherwise;
        }
        List<String> managers = new ArrayList<>();
        List<JsonNode> written = fields.list(name);
        for (int i = 0; i < written.size(); i++) {
            JsonNode manager = written.get(i);
            if (manager.isTextual() && MANAGER.matcher(manager.textValue()).matches()) {
                managers.add(manager.textValue());
            } else {
                fields.faults()
                        .add(new Fault(
                                fields.path(name).index(i).text(),
                                manager.isValueNode() ? manager.asText() : null,
                                "must be the name of a field manager, 1 to 128 printable characters"));
            }
        }
        return managers.stream().distinct().sorted().toList();
    }

    private static Duration delay(Fields trigger) {
        Fields auto = trigger.object("auto");
        Duration delay = auto.duration("delay");
        auto.refuseUnknown();
        trigger.refuseUnknown();
        return delay == null ? Duration.ZERO : delay;
    }

    /** What a rollback takes back. */
    private enum RollbackScope {
        /** The stage that failed. */
        Stage
    }

    /** In which order a rollback goes. */
    private enum RollbackOrder {
        /** Every cluster at once. */
        AllAtOnce
    }
}
