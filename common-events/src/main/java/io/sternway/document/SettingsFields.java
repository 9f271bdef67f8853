package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.settings.Settings;
import io.sternway.settings.StageSettings;
import io.sternway.snapshot.FieldPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code spec} without its content. */
final class SettingsFields {

    private SettingsFields() {}

    static Settings read(Fields spec, Map<String, String> labels) {
        spec.oneOf("delivery", Delivery.class, Delivery.kubernetes);
        Long limit = spec.wholeNumber("revisionHistoryLimit", 1, 100);
        List<StageSettings> stages = new ArrayList<>();
        Map<String, FieldPath> names = new HashMap<>();
        List<JsonNode> entries = spec.list("stages");
        if (entries.isEmpty() && !(spec.has("stages") && !isList(spec))) {
            spec.fault("stages", "at least one stage is required");
        }
        for (int i = 0; i < entries.size(); i++) {
            FieldPath path = spec.path("stages").index(i);
            Fields fields = Fields.of(entries.get(i), path, spec.faults());
            StageSettings stage = StageFields.read(fields);
            FieldPath first = stage.name().isEmpty() ? null : names.putIfAbsent(stage.name(), path);
            if (first != null) {
                fields.fault("name", "the name is taken by " + first + "; names of stages are unique");
            }
            stages.add(stage);
        }
        return new Settings(labels, stages, limit == null ? Settings.DEFAULT_REVISION_HISTORY_LIMIT : limit.intValue());
    }

    private static boolean isList(Fields spec) {
        JsonNode stages = spec.take("stages");
        return stages != null && stages.isArray();
    }

    /** How clusters come to hold content. */
    private enum Delivery {
        /** Server-side apply of the objects. */
        kubernetes
    }
}
