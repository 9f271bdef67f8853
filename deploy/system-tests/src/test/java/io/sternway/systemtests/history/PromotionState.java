package io.sternway.systemtests.history;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A promotion as REST shows it.
 *
 * @param key project/promotion
 * @param targets its targets
 * @param stages its stages, as the newest run sees them
 * @param outcomes the outcome of each run that it lists, by the run's id; empty while in flight
 */
public record PromotionState(
        String key, List<TargetState> targets, List<StageState> stages, Map<String, String> outcomes) {

    public PromotionState {
        targets = List.copyOf(targets);
        stages = List.copyOf(stages);
        outcomes = Map.copyOf(outcomes);
    }

    /**
     * A target.
     *
     * @param cluster its cluster
     * @param epoch of its newest dispatch
     * @param revision that it is to hold
     * @param heldRevision of the last completed apply, as the executor said; absent before the first
     */
    public record TargetState(
            String cluster,
            long epoch,
            long revision,
            @Nullable Long heldRevision) {}

    /**
     * A stage.
     *
     * @param stage its name
     * @param phase where the newest run is in it
     * @param stable its stable revision; absent before the first success
     */
    public record StageState(
            String stage, String phase, @Nullable Long stable) {}
}
