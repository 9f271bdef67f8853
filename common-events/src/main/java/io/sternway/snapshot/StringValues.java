package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Values that must be strings and that YAML likes to read as something else ({@code 8080}, {@code true}, {@code 1.0}).
 * An API server answers them with an unspecific 500, cluster by cluster; here they have a path. Characters that cannot
 * be stored are found here too.
 */
final class StringValues {

    private StringValues() {}

    static void check(JsonNode manifest, FieldPath path, List<Fault> faults) {
        characters(manifest, path, faults);
        metadata(manifest, path, faults);
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (identity.group().isEmpty() && identity.kind().equals("ConfigMap")) {
            map(manifest.path("data"), path.field("data"), faults);
            map(manifest.path("binaryData"), path.field("binaryData"), faults);
        }
        PodTemplates.of(manifest, path).ifPresent(template -> {
            if (!template.path().equals(path)) {
                metadata(template.node(), template.path(), faults);
            }
            JsonNode spec = template.node().path("spec");
            FieldPath specPath = template.path().field("spec");
            map(spec.path("nodeSelector"), specPath.field("nodeSelector"), faults);
            for (String containers : List.of("containers", "initContainers")) {
                for (int i = 0; i < spec.path(containers).size(); i++) {
                    container(
                            spec.path(containers).path(i),
                            specPath.field(containers).index(i),
                            faults);
                }
            }
        });
    }

    private static void metadata(JsonNode object, FieldPath path, List<Fault> faults) {
        for (String map : List.of("labels", "annotations")) {
            map(object.path("metadata").path(map), path.fields("metadata", map), faults);
        }
    }

    private static void container(JsonNode container, FieldPath path, List<Fault> faults) {
        for (int i = 0; i < container.path("env").size(); i++) {
            JsonNode value = container.path("env").path(i).path("value");
            string(value, path.field("env").index(i).field("value"), faults);
        }
        for (String list : List.of("command", "args")) {
            for (int i = 0; i < container.path(list).size(); i++) {
                string(container.path(list).path(i), path.field(list).index(i), faults);
            }
        }
    }

    private static void map(JsonNode map, FieldPath path, List<Fault> faults) {
        if (!map.isMissingNode() && !map.isNull() && !map.isObject()) {
            faults.add(new Fault(path.text(), ManifestForm.shown(map), "must be an object of strings"));
        }
        map.properties().forEach(entry -> string(entry.getValue(), path.field(entry.getKey()), faults));
    }

    private static void string(JsonNode value, FieldPath path, List<Fault> faults) {
        if (!value.isMissingNode() && !value.isTextual()) {
            faults.add(new Fault(
                    path.text(),
                    ManifestForm.shown(value),
                    value.isValueNode()
                            ? "must be a string; put it in quotes: \"" + value.asText() + "\""
                            : "must be a string"));
        }
    }

    /** U+0000 and halves of surrogate pairs have no place in a database's text nor in UTF-8. */
    private static void characters(JsonNode node, FieldPath path, List<Fault> faults) {
        if (node.isTextual()) {
            UnstorableText.check(node.textValue(), path, faults);
        } else if (node.isObject()) {
            node.properties().forEach(member -> {
                UnstorableText.check(member.getKey(), path, faults);
                characters(member.getValue(), path.field(member.getKey()), faults);
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                characters(node.path(i), path.index(i), faults);
            }
        }
    }
}
