package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lists whose items are told apart by keys. An API server answers a duplicate key in a server-side apply with an
 * unspecific 500, and what it did with a duplicate before cannot be put back; so duplicates are refused (K0).
 */
final class ListKeys {

    private ListKeys() {}

    static void check(JsonNode manifest, FieldPath path, List<Fault> faults) {
        unique(manifest.path("metadata").path("finalizers"), path.fields("metadata", "finalizers"), faults);
        unique(manifest.path("webhooks"), path.field("webhooks"), faults, "name");
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (identity.group().isEmpty() && identity.kind().equals("Service")) {
            unique(manifest.path("spec").path("ports"), path.fields("spec", "ports"), faults, "port", "protocol");
        }
        PodTemplates.of(manifest, path)
                .ifPresent(template ->
                        checkPod(template.node().path("spec"), template.path().field("spec"), faults));
    }

    private static void checkPod(JsonNode spec, FieldPath path, List<Fault> faults) {
        for (String containers : List.of("containers", "initContainers", "ephemeralContainers")) {
            unique(spec.path(containers), path.field(containers), faults, "name");
            for (int i = 0; i < spec.path(containers).size(); i++) {
                checkContainer(
                        spec.path(containers).path(i), path.field(containers).index(i), faults);
            }
        }
        unique(spec.path("volumes"), path.field("volumes"), faults, "name");
        unique(spec.path("imagePullSecrets"), path.field("imagePullSecrets"), faults, "name");
        unique(spec.path("hostAliases"), path.field("hostAliases"), faults, "ip");
        unique(spec.path("resourceClaims"), path.field("resourceClaims"), faults, "name");
        unique(
                spec.path("topologySpreadConstraints"),
                path.field("topologySpreadConstraints"),
                faults,
                "topologyKey",
                "whenUnsatisfiable");
    }

    private static void checkContainer(JsonNode container, FieldPath path, List<Fault> faults) {
        unique(container.path("env"), path.field("env"), faults, "name");
        unique(container.path("ports"), path.field("ports"), faults, "containerPort", "protocol");
        unique(container.path("volumeMounts"), path.field("volumeMounts"), faults, "mountPath");
        unique(container.path("volumeDevices"), path.field("volumeDevices"), faults, "devicePath");
        unique(container.path("resources").path("claims"), path.fields("resources", "claims"), faults, "name");
    }

    private static void unique(JsonNode list, FieldPath path, List<Fault> faults, String... keys) {
        if (!list.isArray()) {
            return;
        }
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < list.size(); i++) {
            String key = key(list.path(i), keys);
            Integer first = seen.putIfAbsent(key, i);
            if (first != null) {
                faults.add(new Fault(
                        path.index(i).text(),
                        key,
                        "the same " + (keys.length == 0 ? "value" : String.join(" and ", keys)) + " as "
                                + path.index(first) + "; keep one of them"));
            }
        }
    }

    private static String key(JsonNode item, String... keys) {
        if (keys.length == 0) {
            return item.asText();
        }
        return List.of(keys).stream()
                .map(key -> item.path(key).asText(key.equals("protocol") ? "TCP" : ""))
                .collect(Collectors.joining("/"));
    }
}
