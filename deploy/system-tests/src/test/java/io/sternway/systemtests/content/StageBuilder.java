package io.sternway.systemtests.content;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A stage of a scenario's document; only what a scenario waits for is short. */
public final class StageBuilder {

    private final Map<String, Object> stage = new LinkedHashMap<>();
    private final Map<String, Object> rollout = new LinkedHashMap<>();

    private StageBuilder(String name, String slot, List<String> numbers) {
        stage.put("name", name);
        stage.put(
                "clusterSelector",
                Map.of(
                        "matchLabels", Map.of("slot", slot),
                        "matchExpressions", List.of(Map.of("key", "number", "operator", "In", "values", numbers))));
        rollout.put("type", "All");
        rollout.put("progressDeadline", "3m");
        stage.put("rollout", rollout);
        stage.put("transientGrace", "1s");
        stage.put("onFailure", "Rollback");
    }

    /** A stage on the clusters with these numbers that share that value of the label {@code slot}. */
    public static StageBuilder named(String name, String slot, int... numbers) {
        return new StageBuilder(
                name, slot, Arrays.stream(numbers).mapToObj(Integer::toString).toList());
    }

    /** A field of the stage. */
    public StageBuilder with(String field, Object value) {
        stage.put(field, value);
        return this;
    }

    /** A field of its rollout. */
    public StageBuilder rollout(String field, Object value) {
        rollout.put(field, value);
        return this;
    }

    /** Objects that the stage adds or replaces. */
    public StageBuilder content(List<Map<String, Object>> manifests) {
        stage.put("content", List.of(Map.of("application", "app", "manifests", manifests)));
        return this;
    }

    /** The stage as a document has it. */
    public Map<String, Object> asMap() {
        return stage;
    }
}
