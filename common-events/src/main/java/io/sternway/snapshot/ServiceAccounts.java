package io.sternway.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Makes the service account explicit in every Pod template: one that is merely dropped stays on the cluster, because the
 * API server mirrors {@code serviceAccountName} in the deprecated field {@code serviceAccount} (K0).
 *
 * <p>Where none is named, both fields are the empty string. For an API server that is the same as absent: it changes
 * neither generation nor template hash, so adopting what runs replaces no Pod ({@code default} would), and it still
 * takes away a name that a later revision set.
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
                    path.field(DEPRECATED).text(),
                    deprecated,
                    "differs from " + NAME + ": " + name + "; keep that one only"));
            return;
        }
        String explicit = name.isEmpty() ? deprecated : name;
        spec.put(NAME, explicit);
        spec.put(DEPRECATED, explicit);
    }
}
