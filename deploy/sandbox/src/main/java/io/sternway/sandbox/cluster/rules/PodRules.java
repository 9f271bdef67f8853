package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.store.Fault;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a Pod's spec must be. */
final class PodRules {
    private static final List<String> POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private PodRules() {}

    /** @param path of the spec, such as {@code spec.template.spec} */
    static void spec(String path, JsonNode spec, List<Fault> faults) {
        Set<String> volumes = new HashSet<>();
        int v = 0;
        for (JsonNode volume : spec.path("volumes")) {
            String at = path + ".volumes[" + v++ + "].name";
            String name = volume.path("name").asText("");
            if (name.isEmpty()) {
                faults.add(Fault.required(at));
            } else {
                Names.label(at, name, faults);
                if (!volumes.add(name)) {
                    faults.add(Fault.duplicate(at, volume.get("name")));
                }
            }
        }
        if (spec.path("containers").isEmpty()) {
            faults.add(Fault.required(path + ".containers"));
        }
        Set<String> names = new HashSet<>();
        for (String list : List.of("containers", "initContainers")) {
            int i = 0;
            for (JsonNode container : spec.path(list)) {
                container(path + "." + list + "[" + i++ + "]", container, names, volumes, faults);
            }
        }
        notNegative(path + ".terminationGracePeriodSeconds", spec.path("terminationGracePeriodSeconds"), faults);
        String account = spec.path("serviceAccountName").asText("");
        if (!account.isEmpty()) {
            Names.subdomain(path + ".serviceAccountName", account, faults);
        }
    }

    private static void container(
            String at, JsonNode container, Set<String> names, Set<String> volumes, List<Fault> faults) {
        String name = container.path("name").asText("");
        if (name.isEmpty()) {
            faults.add(Fault.required(at + ".name"));
        } else {
            Names.label(at + ".name", name, faults);
            if (!names.add(name)) {
                faults.add(Fault.duplicate(at + ".name", container.get("name")));
            }
        }
        String image = container.path("image").asText("");
        if (image.isEmpty()) {
            faults.add(Fault.required(at + ".image"));
        } else if (!image.equals(image.trim())) {
            faults.add(Fault.invalid(at + ".image", image, "must not have leading or trailing whitespace"));
        }
        if (!POLICIES.contains(container.path("imagePullPolicy").asText())) {
            faults.add(Fault.unsupported(at + ".imagePullPolicy", container.path("imagePullPolicy"), POLICIES));
        }
        ports(at, container, faults);
        int e = 0;
        for (JsonNode env : container.path("env")) {
            if (env.path("name").asText("").isEmpty()) {
                faults.add(Fault.required(at + ".env[" + e + "].name"));
            }
            if (env.has("value") && !env.path("value").asText().isEmpty() && env.has("valueFrom")) {
                faults.add(Fault.invalid(
                        at + ".env[" + e + "].valueFrom", "", "may not be specified when `value` is not empty"));
            }
            e++;
        }
        int m = 0;
        for (JsonNode mount : container.path("volumeMounts")) {
            String path = at + ".volumeMounts[" + m++ + "]";
            String volume = mount.path("name").asText("");
            if (!volumes.contains(volume)) {
                faults.add(new Fault("FieldValueNotFound", path + ".name", "Not found: \"" + volume + "\""));
            }
            if (mount.path("mountPath").asText("").isEmpty()) {
                faults.add(Fault.required(path + ".mountPath"));
            }
        }
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            probe(at + "." + probe, container.path(probe), faults);
        }
        resources(at + ".resources", container.path("resources"), faults);
    }

    private static void ports(String at, JsonNode container, List<Fault> faults) {
        int i = 0;
        Set<String> names = new HashSet<>();
        for (JsonNode port : container.path("ports")) {
            String path = at + ".ports[" + i++ + "]";
            int number = port.path("containerPort").asInt();
            if (number == 0) {
                faults.add(Fault.required(path + ".containerPort"));
            } else if (number < 1 || number > 65535) {
                faults.add(Fault.invalid(
                        path + ".containerPort", port.path("containerPort"), "must be between 1 and 65535, inclusive"));
            }
            if (!PROTOCOLS.contains(port.path("protocol").asText())) {
                faults.add(Fault.unsupported(path + ".protocol", port.path("protocol"), PROTOCOLS));
            }
            if (port.has("name") && !names.add(port.path("name").asText())) {
                faults.add(Fault.duplicate(path + ".name", port.get("name")));
            }
        }
    }

    private static void probe(String at, JsonNode probe, List<Fault> faults) {
        if (probe.isMissingNode()) {
            return;
        }
        boolean acts = probe.has("exec") || probe.has("httpGet") || probe.has("tcpSocket") || probe.has("grpc");
        if (!acts) {
            faults.add(new Fault("FieldValueRequired", at, "Required value: must specify a handler type"));
        }
        for (String number : List.of(
                "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
            notNegative(at + "." + number, probe.path(number), faults);
        }
    }

    private static void resources(String at, JsonNode resources, List<Fault> faults) {
        JsonNode limits = resources.path("limits");
        resources.path("requests").properties().forEach(request -> {
            BigDecimal wanted = Quantity.value(request.getValue().asText());
            BigDecimal limit = limits.has(request.getKey())
                    ? Quantity.value(limits.get(request.getKey()).asText())
                    : null;
            if (wanted != null && wanted.signum() < 0) {
                faults.add(Fault.invalid(
                        at + ".requests[" + request.getKey() + "]",
                        request.getValue(),
                        "must be greater than or equal to 0"));
            }
            if (wanted != null && limit != null && wanted.compareTo(limit) > 0) {
                faults.add(Fault.invalid(
                        at + ".requests",
                        request.getValue(),
                        "must be less than or equal to " + request.getKey() + " limit of "
                                + limits.get(request.getKey()).asText()));
            }
        });
    }

    static void notNegative(String field, JsonNode value, List<Fault> faults) {
        if (value.isNumber() && value.asLong() < 0) {
            faults.add(Fault.invalid(field, value, "must be greater than or equal to 0"));
        }
    }
}
