package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Defaults of Services. Their addresses are allocated elsewhere. */
final class ServiceDefaults {
    private ServiceDefaults() {}

    static void apply(ObjectNode service) {
        ObjectNode spec = Fill.object(service, "spec");
        Fill.in(spec, "sessionAffinity", "None");
        if (spec.path("sessionAffinity").asText().equals("ClientIP")) {
            Fill.in(Fill.object(Fill.object(spec, "sessionAffinityConfig"), "clientIP"), "timeoutSeconds", 10800);
        }
        Fill.in(spec, "type", "ClusterIP");
        Fill.each(spec, "ports", port -> {
            Fill.in(port, "protocol", "TCP");
            if (!port.has("targetPort") && port.has("port")) {
                port.set("targetPort", port.get("port"));
            }
        });
        String type = spec.path("type").asText();
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            Fill.in(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer")) {
            Fill.in(spec, "allocateLoadBalancerNodePorts", true);
        }
        if (!type.equals("ExternalName")) {
            Fill.in(spec, "internalTrafficPolicy", "Cluster");
        }
    }
}
