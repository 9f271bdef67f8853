package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What content may not bring, because the executor writes it itself: its labels and annotations and the inventory
 * objects (K1). The annotations by which people steer a delivery are checked here too, since one that is misspelt would
 * silently do nothing.
 */
final class ReservedNames {

    /** The namespace of the inventory objects (K1). */
    static final String INVENTORY_NAMESPACE = "sternway-system";

    private static final String INVENTORY_PREFIX = "sternway-";
    private static final String OURS = "sternway.io/";
    private static final String APPLYSET = "applyset.kubernetes.io/";

    /** Annotations for people, and the values that they may have; none listed: any. */
    private static final Map<String, Set<String>> STEERING = new TreeMap<>(Map.of(
            "sternway.io/wave", Set.of(),
            "sternway.io/prune", Set.of("true", "false"),
            "sternway.io/rerun", Set.of("Always"),
            "sternway.io/replace", Set.of("IfImmutable"),
            "sternway.io/pod", Set.of(),
            "sternway.io/pod-delay", Set.of()));

    private ReservedNames() {}

    static void check(JsonNode manifest, FieldPath path, List<Fault> faults) {
        FieldPath metadata = path.field("metadata");
        manifest.path("metadata").path("labels").properties().forEach(label -> {
            if (label.getKey().startsWith(OURS) || label.getKey().startsWith(APPLYSET)) {
                faults.add(new Fault(
                        metadata.fields("labels", label.getKey()).text(),
                        label.getValue().asText(),
                        "this label is written by Sternway; leave it out"));
            }
        });
        manifest.path("metadata")
                .path("annotations")
                .properties()
                .forEach(annotation -> checkAnnotation(
                        annotation.getKey(),
                        annotation.getValue().asText(),
                        metadata.fields("annotations", annotation.getKey()),
                        faults));
        checkInventory(manifest, metadata, faults);
    }

    private static void checkAnnotation(String name, String value, FieldPath path, List<Fault> faults) {
        if (name.startsWith(APPLYSET)) {
            faults.add(new Fault(path.text(), value, "this annotation is written by Sternway; leave it out"));
            return;
        }
        if (!name.startsWith(OURS)) {
            return;
        }
        Set<String> values = STEERING.get(name);
        if (values == null) {
            faults.add(new Fault(
                    path.text(),
                    value,
                    "annotations under sternway.io/ are reserved; known are " + String.join(", ", STEERING.keySet())));
        } else if (!values.isEmpty() && !values.contains(value)) {
            faults.add(
                    new Fault(path.text(), value, "must be " + String.join(" or ", new java.util.TreeSet<>(values))));
        } else if (name.endsWith("/wave") && !value.matches("-?[0-9]{1,6}")) {
            faults.add(new Fault(path.text(), value, "must be a whole number in quotes, for example \"2\""));
        }
    }

    private static void checkInventory(JsonNode manifest, FieldPath metadata, List<Fault> faults) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (!identity.group().isEmpty()) {
            return;
        }
        boolean namespace =
                identity.kind().equals("Namespace") && identity.name().equals(INVENTORY_NAMESPACE);
        boolean inventory = identity.kind().equals("ConfigMap")
                && INVENTORY_NAMESPACE.equals(identity.namespace())
                && identity.name().startsWith(INVENTORY_PREFIX);
        if (namespace || inventory) {
            faults.add(new Fault(
                    metadata.field("name").text(),
                    identity.name(),
                    "the namespace " + INVENTORY_NAMESPACE + " and the inventories in it belong to Sternway"));
        }
    }
}
