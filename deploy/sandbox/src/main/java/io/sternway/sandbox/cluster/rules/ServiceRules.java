package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sternway.sandbox.cluster.store.Fault;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What Services must be. */
final class ServiceRules {
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private ServiceRules() {}

    static void create(JsonNode service, List<Fault> faults) {
        JsonNode spec = service.path("spec");
        String type = spec.path("type").asText();
        boolean headless = spec.path("clusterIP").asText().equals("None");
        if (spec.path("ports").isEmpty() && !headless && !type.equals("ExternalName")) {
            faults.add(Fault.required("spec.ports"));
        }
        if (type.equals("ExternalName") && spec.path("externalName").asText("").isEmpty()) {
            faults.add(Fault.required("spec.externalName"));
        }
        int i = 0;
        Set<String> names = new HashSet<>();
        for (JsonNode port : spec.path("ports")) {
            port("spec.ports[" + i++ + "]", port, spec.path("ports").size() > 1, names, faults);
        }
        if (!TYPES.contains(type)) {
            faults.add(Fault.unsupported("spec.type", spec.path("type"), TYPES));
        }
        Names.labels("spec.selector", spec.path("selector"), faults);
    }

    private static void port(String at, JsonNode port, boolean needsName, Set<String> names, List<Fault> faults) {
        String name = port.path("name").asText("");
        if (name.isEmpty() && needsName) {
            faults.add(Fault.required(at + ".name"));
        } else if (!name.isEmpty()) {
            Names.label(at + ".name", name, faults);
            if (!names.add(name)) {
                faults.add(Fault.duplicate(at + ".name", port.get("name")));
            }
        }
        range(at + ".port", port.path("port"), faults);
        if (!PROTOCOLS.contains(port.path("protocol").asText())) {
            faults.add(Fault.unsupported(at + ".protocol", port.path("protocol"), PROTOCOLS));
        }
        if (port.path("targetPort").isNumber()) {
            range(at + ".targetPort", port.path("targetPort"), faults);
        }
    }

    private static void range(String field, JsonNode port, List<Fault> faults) {
        if (port.asInt() < 1 || port.asInt() > 65535) {
            faults.add(Fault.invalid(field, port, "must be between 1 and 65535, inclusive"));
        }
    }

    static void update(JsonNode before, JsonNode after, List<Fault> faults) {
        JsonNode old = before.path("spec");
        JsonNode now = after.path("spec");
        boolean kept = !old.path("type").asText().equals("ExternalName")
                && !now.path("type").asText().equals("ExternalName")
                && !old.path("clusterIP").asText("").isEmpty();
        if (!kept) {
            return;
        }
        if (!old.path("clusterIPs").path(0).equals(now.path("clusterIPs").path(0))
                || !old.path("clusterIP").equals(now.path("clusterIP"))) {
            JsonNode ips = now.path("clusterIPs").isMissingNode()
                    ? JsonNodeFactory.instance.arrayNode().add(now.path("clusterIP"))
                    : now.path("clusterIPs");
            faults.add(Fault.invalid("spec.clusterIPs[0]", ips, "may not change once set"));
        }
    }
}
