package io.sternway.promotion.domain;

import io.sternway.settings.ApplyOptions;
import io.sternway.settings.ClusterSelector;
import io.sternway.settings.CountOrPercent;
import io.sternway.settings.FailurePolicy;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.settings.RolloutStrategy;
import io.sternway.settings.StageSettings;
import io.sternway.settings.StageSettings.EmptyStage;
import io.sternway.settings.StageSettings.MonitorFor;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes a stage of the document in a line. */
final class Stages {

    private final String name;
    private Map<String, String> selected;
    private EmptyStage empty = EmptyStage.Block;
    private RolloutStrategy.Type type = RolloutStrategy.Type.All;
    private CountOrPercent maxConcurrency = CountOrPercent.count(1);
    private CountOrPercent maxFailures = CountOrPercent.count(0);
    private Duration progressDeadline = Duration.ofMinutes(10);
    private Duration soak = Duration.ZERO;
    private Duration delay = Duration.ZERO;
    private OnFailure onFailure = OnFailure.Rollback;
    private OnNoEvidence onNoEvidence = OnNoEvidence.Halt;
    private MonitorFor monitorFor = MonitorFor.OFF;

    private Stages(String name) {
        this.name = name;
        this.selected = Map.of("env", name);
    }

    /** A stage that selects clusters with the label {@code env: name}. */
    static Stages stage(String name) {
        return new Stages(name);
    }

    /** It selects clusters with that label instead. */
    Stages selecting(String key, String value) {
        selected = Map.of(key, value);
        return this;
    }

    Stages skipIfEmpty() {
        empty = EmptyStage.Skip;
        return this;
    }

    Stages progressive(int concurrency) {
        type = RolloutStrategy.Type.Progressive;
        maxConcurrency = CountOrPercent.count(concurrency);
        return this;
    }

    Stages maxFailures(int value) {
        maxFailures = CountOrPercent.count(value);
        return this;
    }

    Stages maxFailuresPercent(int value) {
        maxFailures = CountOrPercent.percent(value);
        return this;
    }

    Stages deadline(Duration value) {
        progressDeadline = value;
        return this;
    }

    Stages soak(Duration value) {
        soak = value;
        return this;
    }

    Stages delay(Duration value) {
        delay = value;
        return this;
    }

    Stages onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    Stages onNoEvidence(OnNoEvidence value) {
        onNoEvidence = value;
        return this;
    }

    Stages monitor(Duration value) {
        monitorFor = MonitorFor.of(value);
        return this;
    }

    Stages monitorAlways() {
        monitorFor = MonitorFor.ALWAYS;
        return this;
    }

    StageSettings settings() {
        return new StageSettings(
                name,
                new ClusterSelector(selected),
                empty,
                new RolloutStrategy(type, maxConcurrency, maxFailures, progressDeadline, soak),
                new FailurePolicy(null, null, onFailure, onNoEvidence),
                monitorFor,
                delay,
                new ApplyOptions(ApplyOptions.Conflicts.Fail, List.of(), ApplyOptions.HelmHooks.Refuse));
    }
}
