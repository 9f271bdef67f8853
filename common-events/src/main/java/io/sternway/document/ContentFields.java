package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import io.sternway.snapshot.Normalisation.Manifest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a list of {@code {application, manifests}}; manifests are objects, or one string of YAML. */
final class ContentFields {

    private ContentFields() {}

    /** Every manifest as it was written; a field that is absent has none. */
    static List<Manifest> read(Fields parent, String name) {
        List<Manifest> manifests = new ArrayList<>();
        Map<String, FieldPath> applications = new HashMap<>();
        List<JsonNode> entries = parent.list(name);
        for (int i = 0; i < entries.size(); i++) {
            FieldPath path = parent.path(name).index(i);
            Fields entry = Fields.of(entries.get(i), path, parent.faults());
            String application = entry.name("application");
            FieldPath first = application.isEmpty() ? null : applications.putIfAbsent(application, path);
            if (first != null) {
                entry.fault("application", "the same application is at " + first + "; put its manifests there");
            }
            List<JsonNode> own = manifests(entry);
            for (int j = 0; j < own.size(); j++) {
                manifests.add(new Manifest(application, path.field("manifests").index(j), own.get(j)));
            }
            entry.refuseUnknown();
        }
        return manifests;
    }

    private static List<JsonNode> manifests(Fields entry) {
        FieldPath path = entry.path("manifests");
        JsonNode value = entry.take("manifests");
        List<JsonNode> manifests = List.of();
        if (value != null && value.isArray()) {
            manifests = value.valueStream().toList();
        } else if (value != null && value.isTextual()) {
            try {
                manifests = YamlSyntax.read(value.textValue(), path::index, entry.faults());
            } catch (UnreadableException e) {
                entry.faults().add(new Fault(path.text(), null, e.reading().toString()));
                return List.of();
            }
        } else if (value != null) {
            entry.fault("manifests", "must be a list of Kubernetes objects, or one string of YAML");
            return List.of();
        }
        if (manifests.isEmpty()) {
            entry.fault("manifests", "at least one Kubernetes object is required");
        }
        return manifests;
    }
}
