package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.List;

/** Removes what an API server or its tools write, so that what somebody exported from a cluster can be promoted (K0). */
final class ServerFields {

    private static final List<String> METADATA = List.of(
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generation",
            "managedFields",
            "resourceVersion",
            "selfLink",
            "uid");
    private static final List<String> ANNOTATIONS =
            List.of("deployment.kubernetes.io/revision", "kubectl.kubernetes.io/last-applied-configuration");

    private ServerFields() {}

    static void strip(ObjectNode manifest) {
        manifest.remove("status");
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        boolean known = KnownKinds.isNamespaced(identity.group(), identity.kind())
                || KnownKinds.isClusterScoped(identity.group(), identity.kind());
        // In the schemas of a CustomResourceDefinition a null may be a default; elsewhere it says "absent".
        if (known && !identity.kind().equals("CustomResourceDefinition")) {
            removeNulls(manifest);
        }
        stripMetadata(manifest);
        PodTemplates.of(manifest, FieldPath.root()).ifPresent(template -> stripMetadata((ObjectNode) template.node()));
        for (JsonNode claim : manifest.path("spec").path("volumeClaimTemplates")) {
            if (claim instanceof ObjectNode template) {
                template.remove("status");
                stripMetadata(template);
            }
        }
    }

    private static void stripMetadata(ObjectNode object) {
        if (!(object.get("metadata") instanceof ObjectNode metadata)) {
            return;
        }
        metadata.remove(METADATA);
        if (metadata.get("annotations") instanceof ObjectNode annotations) {
            annotations.remove(ANNOTATIONS);
        }
        for (String map : List.of("annotations", "labels")) {
            JsonNode value = metadata.get(map);
            if (value != null && (value.isNull() || (value.isObject() && value.isEmpty()))) {
                metadata.remove(map);
            }
        }
    }

    private static void removeNulls(JsonNode node) {
        for (Iterator<JsonNode> children = node.elements(); children.hasNext(); ) {
            JsonNode child = children.next();
            if (child.isNull() && node.isObject()) {
                children.remove();
            } else {
                removeNulls(child);
            }
        }
    }
}
