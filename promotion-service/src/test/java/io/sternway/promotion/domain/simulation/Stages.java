package io.sternway.promotion.domain.simulation;

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
public final class Stages {

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
    public static Stages stage(String name) {
        return new Stages(name);
    }

    /** It selects clusters with that label instead. */
    public Stages selecting(String key, String value) {
        selected = Map.of(key, value);
        return this;
    }

    public Stages skipIfEmpty() {
        empty = EmptyStage.Skip;
        return this;
    }

    public Stages progressive(int concurrency) {
        type = RolloutStrategy.Type.Progressive;
        maxConcurrency = CountOrPercent.count(concurrency);
        return this;
    }

    public Stages maxFailures(int value) {
        maxFailures = CountOrPercent.count(value);
        return this;
    }

    public Stages maxFailuresPercent(int value) {
        maxFailures = CountOrPercent.percent(value);
        return this;
    }

    public Stages deadline(Duration value) {
        progressDeadline = value;
        return this;
    }

    public Stages soak(Duration value) {
        soak = value;
        return this;
    }

    public Stages delay(Duration value) {
        delay = value;
        return this;
    }

    public Stages onFailure(OnFailure value) {
        onFailure = value;
        return this;
    }

    public Stages onNoEvidence(OnNoEvidence value) {
        onNoEvidence = value;
        return this;
    }

    public Stages monitor(Duration value) {
        monitorFor = MonitorFor.of(value);
        return this;
    }

    public Stages monitorAlways() {
        monitorFor = MonitorFor.ALWAYS;
        return this;
    }

    public StageSettings settings() {
        return new StageSettings(
                name,
                new ClusterSelector(selected),
                empty,
                new RolloutStrategy(type, maxConcurrency, maxFailures, progressDeadline, soak),
                new FailurePolicy(null, null, FailurePolicy.DEFAULT_TRANSIENT_GRACE, onFailure, onNoEvidence),
                monitorFor,
                delay,
                new ApplyOptions(ApplyOptions.Conflicts.Fail, List.of(), List.of(), ApplyOptions.HelmHooks.Refuse));
    }
}
