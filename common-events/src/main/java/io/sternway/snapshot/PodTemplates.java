package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Where the built-in kinds have their Pod template. */
final class PodTemplates {

    private static final Map<String, String[]> TEMPLATES = Map.of(
            "apps/Deployment", new String[] {"spec", "template"},
            "apps/StatefulSet", new String[] {"spec", "template"},
            "apps/DaemonSet", new String[] {"spec", "template"},
            "apps/ReplicaSet", new String[] {"spec", "template"},
            "batch/Job", new String[] {"spec", "template"},
            "batch/CronJob", new String[] {"spec", "jobTemplate", "spec", "template"},
            "/ReplicationController", new String[] {"spec", "template"},
            "/PodTemplate", new String[] {"template"},
            "/Pod", new String[] {});

    private PodTemplates() {}

    /**
     * A Pod template, or a Pod itself.
     *
     * @param node has metadata and spec
     * @param path its path
     */
    record Template(JsonNode node, FieldPath path) {}

    /** The Pod template of a manifest, if its kind has one and it is there. */
    static Optional<Template> of(JsonNode manifest, FieldPath path) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        String[] fields = TEMPLATES.get(identity.group() + "/" + identity.kind());
        if (fields == null) {
            return Optional.empty();
        }
        JsonNode node = manifest;
        for (String field : fields) {
            node = node.path(field);
        }
        return node.isObject() ? Optional.of(new Template(node, path.fields(fields))) : Optional.empty();
    }
}
