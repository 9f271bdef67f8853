package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Defaults of a Pod's spec, in a Pod and in a template. */
final class PodDefaults {
    private static final int DEFAULT_MODE = 420;

    private PodDefaults() {}

    static void template(ObjectNode template) {
        spec(Fill.object(template, "spec"));
    }

    static void spec(ObjectNode spec) {
        Fill.in(spec, "restartPolicy", "Always");
        Fill.in(spec, "terminationGracePeriodSeconds", 30);
        Fill.in(spec, "dnsPolicy", "ClusterFirst");
        Fill.object(spec, "securityContext");
        Fill.in(spec, "schedulerName", "default-scheduler");
        String account = spec.path("serviceAccountName").asText("");
        String mirrored = account.isEmpty() ? spec.path("serviceAccount").asText("") : account;
        spec.remove(List.of("serviceAccountName", "serviceAccount"));
        if (!mirrored.isEmpty()) {
            spec.put("serviceAccountName", mirrored).put("serviceAccount", mirrored);
        }
        boolean hostNetwork = spec.path("hostNetwork").asBoolean();
        for (String list : List.of("containers", "initContainers")) {
            Fill.each(spec, list, container -> container(container, hostNetwork));
        }
        Fill.each(spec, "volumes", PodDefaults::volume);
    }

    /** What only a Pod of its own gets. */
    static void pod(ObjectNode pod) {
        ObjectNode spec = Fill.object(pod, "spec");
        Fill.in(spec, "enableServiceLinks", true);
        for (String list : List.of("containers", "initContainers")) {
            Fill.each(
                    spec,
                    list,
                    container -> Fill.ifPresent(container, "resources", resources -> {
                        if (resources.get("limits") instanceof ObjectNode limits) {
                            ObjectNode requests = Fill.object(resources, "requests");
                            limits.properties().forEach(limit -> {
                                if (!requests.has(limit.getKey())) {
                                    requests.set(limit.getKey(), limit.getValue());
                                }
                            });
                        }
                    }));
        }
    }

    private static void container(ObjectNode container, boolean hostNetwork) {
        Fill.in(container, "terminationMessagePath", "/dev/termination-log");
        Fill.in(container, "terminationMessagePolicy", "File");
        String image = container.path("image").asText("");
        Fill.in(container, "imagePullPolicy", isLatest(image) ? "Always" : "IfNotPresent");
        Fill.each(container, "ports", port -> {
            Fill.in(port, "protocol", "TCP");
            if (hostNetwork && port.has("containerPort")) {
                Fill.in(port, "hostPort", port.get("containerPort").asInt());
            }
        });
        Fill.each(
                container,
                "env",
                env -> Fill.ifPresent(
                        env,
                        "valueFrom",
                        from -> Fill.ifPresent(from, "fieldRef", ref -> Fill.in(ref, "apiVersion", "v1"))));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            Fill.ifPresent(container, probe, PodDefaults::probe);
        }
        Fill.ifPresent(container, "lifecycle", lifecycle -> {
            Fill.ifPresent(lifecycle, "postStart", PodDefaults::action);
            Fill.ifPresent(lifecycle, "preStop", PodDefaults::action);
        });
    }

    private static boolean isLatest(String image) {
        String last = image.substring(image.lastIndexOf('/') + 1);
        return !last.contains("@") && (!last.contains(":") || last.endsWith(":latest"));
    }

    private static void probe(ObjectNode probe) {
        Fill.in(probe, "timeoutSeconds", 1);
        Fill.in(probe, "periodSeconds", 10);
        Fill.in(probe, "successThreshold", 1);
        Fill.in(probe, "failureThreshold", 3);
        action(probe);
        Fill.ifPresent(probe, "grpc", grpc -> Fill.in(grpc, "service", ""));
    }

    private static void action(ObjectNode action) {
        Fill.ifPresent(action, "httpGet", get -> {
            Fill.in(get, "path", "/");
            Fill.in(get, "scheme", "HTTP");
        });
    }

    private static void volume(ObjectNode volume) {
        if (volume.size() == 1 && volume.has("name")) {
            volume.putObject("emptyDir");
        }
        for (String source : List.of("secret", "configMap", "downwardAPI", "projected")) {
            Fill.ifPresent(volume, source, node -> Fill.in(node, "defaultMode", DEFAULT_MODE));
        }
        Fill.ifPresent(volume, "hostPath", path -> Fill.in(path, "type", ""));
        Fill.ifPresent(volume, "downwardAPI", PodDefaults::downward);
        Fill.ifPresent(
                volume,
                "projected",
                projected -> Fill.each(projected, "sources", source -> {
                    Fill.ifPresent(source, "serviceAccountToken", token -> Fill.in(token, "expirationSeconds", 3600));
                    Fill.ifPresent(source, "downwardAPI", PodDefaults::downward);
                }));
    }

    private static void downward(ObjectNode downward) {
        Fill.each(downward, "items", item -> Fill.ifPresent(item, "fieldRef", ref -> Fill.in(ref, "apiVersion", "v1")));
    }
}
