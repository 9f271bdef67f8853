package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.document.ClusterSelector.Requirement;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Settings as JSON, in the words of the document, so that the document's own reader reads them back. */
final class SettingsJson {

    private SettingsJson() {}

    static ObjectNode write(Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        labels(json.putObject("labels"), settings.labels());
        json.put("delivery", settings.delivery().name());
        ArrayNode stages = json.putArray("stages");
        settings.stages().forEach(stage -> write(stage, stages.addObject()));
        json.put("revisionHistoryLimit", settings.revisionHistoryLimit());
        return json;
    }

    static Settings read(JsonNode json) {
        List<Fault> faults = new ArrayList<>();
        Fields fields = Fields.of(json, FieldPath.root(), faults);
        Settings settings = SettingsFields.read(fields, LabelFields.labels(fields, "labels"));
        fields.refuseUnknown();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("no settings: " + faults);
        }
        return settings;
    }

    private static void write(StageSpec stage, ObjectNode json) {
        json.put("name", stage.name());
        write(stage.clusterSelector(), json.putObject("clusterSelector"));
        json.put("emptyStage", stage.emptyStage().name());
        write(stage.rollout(), json.putObject("rollout"));
        if (stage.failureThreshold() != null) {
            json.put("failureThreshold", TimeSpan.write(stage.failureThreshold()));
        }
        if (stage.maxConsecutiveFailures() != null) {
            json.put("maxConsecutiveFailures", stage.maxConsecutiveFailures());
        }
        json.put("onFailure", stage.onFailure().name());
        json.put("onNoEvidence", stage.onNoEvidence().name());
        json.put("rollbackScope", stage.rollbackScope().name());
        json.put("rollbackOrder", stage.rollbackOrder().name());
        json.put(
                "monitorFor",
                stage.monitorFor().always()
                        ? "always"
                        : TimeSpan.write(stage.monitorFor().duration()));
        json.put("conflicts", stage.apply().conflicts().name());
        ArrayNode adoptFrom = json.putArray("adoptFrom");
        stage.apply().adoptFrom().forEach(adoptFrom::add);
        json.put("helmHooks", stage.apply().helmHooks().name());
        json.putObject("trigger")
                .putObject("auto")
                .put("delay", TimeSpan.write(stage.trigger().delay()));
    }

    private static void write(ClusterSelector selector, ObjectNode json) {
        labels(json.putObject("matchLabels"), selector.matchLabels());
        ArrayNode expressions = json.putArray("matchExpressions");
        for (Requirement requirement : selector.matchExpressions()) {
            ObjectNode expression = expressions.addObject();
            expression
                    .put("key", requirement.key())
                    .put("operator", requirement.operator().name());
            if (!requirement.values().isEmpty()) {
                requirement.values().forEach(expression.putArray("values")::add);
            }
        }
    }

    private static void write(Rollout rollout, ObjectNode json) {
        json.put("type", rollout.type().name());
        write(rollout.maxConcurrency(), "maxConcurrency", json);
        write(rollout.maxFailures(), "maxFailures", json);
        json.put("progressDeadline", TimeSpan.write(rollout.progressDeadline()));
        json.put("minSuccessTime", TimeSpan.write(rollout.minSuccessTime()));
    }

    private static void write(CountOrPercent value, String field, ObjectNode json) {
        if (value.isPercent()) {
            json.put(field, value.toString());
        } else {
            json.put(field, value.value());
        }
    }

    private static void labels(ObjectNode json, Map<String, String> labels) {
        labels.forEach(json::put);
    }
}
