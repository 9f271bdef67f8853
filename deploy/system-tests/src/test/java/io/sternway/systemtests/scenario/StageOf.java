package io.sternway.systemtests.scenario;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A stage of a scenario's document; only what a scenario waits for is short. */
public final class StageOf {

    private final Map<String, Object> stage = new LinkedHashMap<>();
    private final Map<String, Object> rollout = new LinkedHashMap<>();

    private StageOf(String name, String slot, List<String> numbers) {
        stage.put("name", name);
        stage.put(
                "clusterSelector",
                Map.of(
                        "matchLabels", Map.of("slot", slot),
                        "matchExpressions", List.of(Map.of("key", "number", "operator", "In", "values", numbers))));
        rollout.put("type", "All");
        rollout.put("progressDeadline", "3m");
        stage.put("rollout", rollout);
        stage.put("onFailure", "Rollback");
    }

    static StageOf named(String name, String slot, int... numbers) {
        return new StageOf(
                name, slot, Arrays.stream(numbers).mapToObj(Integer::toString).toList());
    }

    /** A field of the stage. */
    public StageOf with(String field, Object value) {
        stage.put(field, value);
        return this;
    }

    /** A field of its rollout. */
    public StageOf rollout(String field, Object value) {
        rollout.put(field, value);
        return this;
    }

    /** Objects that the stage adds or replaces. */
    public StageOf content(List<Map<String, Object>> manifests) {
        stage.put("content", List.of(Map.of("application", "app", "manifests", manifests)));
        return this;
    }

    Map<String, Object> asMap() {
        return stage;
    }
}
