package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names the strategies of workloads whole, with what an API server would fill in. A strategy of which the server has
 * filled in a part cannot be put back by an apply (422), and an explicit default changes nothing on the cluster (K0).
 */
final class Strategies {

    private static final String ROLLING_UPDATE = "RollingUpdate";

    private Strategies() {}

    static void nameWhole(ObjectNode manifest, FieldPath path, List<Fault> faults) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (!identity.group().equals("apps") || !(manifest.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        switch (identity.kind()) {
            case "Deployment" -> {
                ObjectNode rolling = rolling(spec, "strategy", path, faults);
                if (rolling != null) {
                    setIfAbsent(rolling, "maxUnavailable", "25%");
                    setIfAbsent(rolling, "maxSurge", "25%");
                }
            }
            case "StatefulSet" -> {
                ObjectNode rolling = rolling(spec, "updateStrategy", path, faults);
                if (rolling != null && !rolling.has("partition")) {
                    rolling.put("partition", 0);
                }
            }
            case "DaemonSet" -> {
                ObjectNode rolling = rolling(spec, "updateStrategy", path, faults);
                if (rolling != null) {
                    if (!rolling.has("maxUnavailable")) {
                        rolling.put("maxUnavailable", 1);
                    }
                    if (!rolling.has("maxSurge")) {
                        rolling.put("maxSurge", 0);
                    }
                }
            }
            default -> {
                // No other kind has a strategy.
            }
        }
    }

    /** The rollingUpdate part, made if it is absent; null if the strategy is another one or not well formed. */
    private static @Nullable ObjectNode rolling(ObjectNode spec, String field, FieldPath path, List<Fault> faults) {
        if (!spec.has(field)) {
            spec.putObject(field);
        }
        if (!(spec.get(field) instanceof ObjectNode strategy)) {
            return null;
        }
        setIfAbsent(strategy, "type", ROLLING_UPDATE);
        JsonNode type = strategy.get("type");
        if (!type.asText().equals(ROLLING_UPDATE)) {
            if (strategy.has("rollingUpdate")) {
                faults.add(new Fault(
                        path.fields("spec", field, "rollingUpdate").text(),
                        null,
                        "belongs to type RollingUpdate only; the type is " + type.asText()));
            }
            return null;
        }
        if (!strategy.has("rollingUpdate")) {
            strategy.putObject("rollingUpdate");
        }
        return strategy.get("rollingUpdate") instanceof ObjectNode rolling ? rolling : null;
    }

    private static void setIfAbsent(ObjectNode node, String field, String value) {
        if (!node.has(field)) {
            node.put(field, value);
        }
    }
}
