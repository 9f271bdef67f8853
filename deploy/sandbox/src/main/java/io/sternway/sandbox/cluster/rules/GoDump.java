package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * How the API server prints the value that it refuses: its internal struct, field names capitalised, everything that
 * is not set as null. The dump of a Pod template is long, and that is the point: clients must cope with it.
 */
final class GoDump {
    private static final List<String> POD_FIELDS = List.of(
            "Volumes",
            "InitContainers",
            "Containers",
            "EphemeralContainers",
            "RestartPolicy",
            "TerminationGracePeriodSeconds",
            "ActiveDeadlineSeconds",
            "DNSPolicy",
            "NodeSelector",
            "ServiceAccountName",
            "AutomountServiceAccountToken",
            "NodeName",
            "SecurityContext",
            "ImagePullSecrets",
            "Hostname",
            "Subdomain",
            "SetHostnameAsFQDN",
            "Affinity",
            "SchedulerName",
            "Tolerations",
            "HostAliases",
            "PriorityClassName",
            "Priority",
            "PreemptionPolicy",
            "DNSConfig",
            "ReadinessGates",
            "RuntimeClassName",
            "Overhead",
            "EnableServiceLinks",
            "TopologySpreadConstraints",
            "OS",
            "SchedulingGates",
            "ResourceClaims",
            "Resources",
            "HostnameOverride",
            "SchedulingGroup");

    private GoDump() {}

    static ObjectNode podTemplate(JsonNode template) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        JsonNode labels = template.path("metadata").path("labels");
        if (!labels.isEmpty()) {
            out.set("labels", labels);
        }
        JsonNode annotations = template.path("metadata").path("annotations");
        if (!annotations.isEmpty()) {
            out.set("annotations", annotations);
        }
        ObjectNode spec = out.putObject("Spec");
        JsonNode known = capitalised(template.path("spec"));
        for (String field : POD_FIELDS) {
            spec.set(field, known.has(field) ? known.get(field) : JsonNodeFactory.instance.nullNode());
        }
        return out;
    }

    static JsonNode capitalised(JsonNode node) {
        if (node.isArray()) {
            var out = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> out.add(capitalised(item)));
            return out;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(entry -> out.set(goName(entry.getKey()), capitalised(entry.getValue())));
        return out;
    }

    private static String goName(String field) {
        if (field.equals("apiGroup")) {
            return "APIGroup";
        }
        if (field.startsWith("dns")) {
            return "DNS" + field.substring(3);
        }
        return Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }
}
