package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Defaults of a Pod's spec, in a Pod and in a template. */
final class PodDefaults {
    private PodDefaults() {}

    static void template(ObjectNode template) {
        spec(template.withObjectProperty("spec"));
    }

    static void spec(ObjectNode spec) {
        Fill.in(spec, "restartPolicy", "Always");
        Fill.in(spec, "terminationGracePeriodSeconds", 30);
        Fill.in(spec, "dnsPolicy", "ClusterFirst");
        spec.withObjectProperty("securityContext");
        Fill.in(spec, "schedulerName", "default-scheduler");
        String account = spec.path("serviceAccountName").asText("");
        String mirrored = account.isEmpty() ? spec.path("serviceAccount").asText("") : account;
        spec.remove(List.of("serviceAccountName", "serviceAccount"));
        if (!mirrored.isEmpty()) {
            spec.put("serviceAccountName", mirrored).put("serviceAccount", mirrored);
        }
        for (String list : List.of("containers", "initContainers")) {
            Fill.each(spec, list, PodDefaults::container);
        }
    }

    private static void container(ObjectNode container) {
        Fill.in(container, "terminationMessagePath", "/dev/termination-log");
        Fill.in(container, "terminationMessagePolicy", "File");
        String image = container.path("image").asText("");
        Fill.in(container, "imagePullPolicy", isLatest(image) ? "Always" : "IfNotPresent");
        Fill.each(container, "ports", port -> Fill.in(port, "protocol", "TCP"));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            Fill.ifPresent(container, probe, PodDefaults::probe);
        }
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
        Fill.ifPresent(probe, "httpGet", get -> {
            Fill.in(get, "path", "/");
            Fill.in(get, "scheme", "HTTP");
        });
    }
}
