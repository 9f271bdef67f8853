package io.sternway.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Makes {@code serviceAccountName} explicit in every Pod template: one that is merely dropped stays on the cluster,
 * because the API server mirrors it in the deprecated field {@code serviceAccount} (K0).
 */
final class ServiceAccounts {

    private static final String NAME = "serviceAccountName";
    private static final String DEPRECATED = "serviceAccount";

    private ServiceAccounts() {}

    static void nameExplicitly(ObjectNode manifest, FieldPath path, List<Fault> faults) {
        PodTemplates.of(manifest, path).ifPresent(template -> {
            if (template.node().get("spec") instanceof ObjectNode spec) {
                nameIn(spec, template.path().field("spec"), faults);
            }
        });
    }

    private static void nameIn(ObjectNode spec, FieldPath path, List<Fault> faults) {
        String deprecated = spec.path(DEPRECATED).asText();
        String name = spec.path(NAME).asText();
        if (!deprecated.isEmpty() && !name.isEmpty() && !deprecated.equals(name)) {
            faults.add(new Fault(
                    path.field(DEPRECATED).text(), deprecated, "differs from " + NAME + ": " + name + "; keep that one only"));
            return;
        }
        spec.remove(DEPRECATED);
        if (name.isEmpty()) {
            spec.put(NAME, deprecated.isEmpty() ? "default" : deprecated);
        }
    }
}
