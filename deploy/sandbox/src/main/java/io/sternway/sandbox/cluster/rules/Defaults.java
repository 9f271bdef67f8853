package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Fills in what a user left out, before anything looks at the object: idempotent. A choice of the real defaults: those
 * of workloads, Services, Secrets and definitions.
 */
public final class Defaults {
    private Defaults() {}

    public static void apply(ResourceKind kind, ObjectNode object) {
        switch (kind.qualifiedPlural()) {
            case "deployments.apps" -> deployment(spec(object));
            case "replicasets.apps" -> {
                Fill.in(spec(object), "replicas", 1);
                PodDefaults.template(spec(object).withObjectProperty("template"));
            }
            case "statefulsets.apps" -> statefulSet(spec(object));
            case "daemonsets.apps" -> daemonSet(spec(object));
            case "jobs.batch" -> job(spec(object));
            case "cronjobs.batch" -> cronJob(spec(object));
            case "pods" -> {
                PodDefaults.spec(spec(object));
                Fill.in(spec(object), "enableServiceLinks", true);
            }
            case "services" -> service(spec(object));
            case "namespaces" ->
                Meta.of(object).withObjectProperty("labels").put("kubernetes.io/metadata.name", Meta.name(object));
            case "secrets" -> secret(object);
            case "customresourcedefinitions.apiextensions.k8s.io" -> definition(spec(object));
            default -> {}
        }
    }

    private static ObjectNode spec(ObjectNode object) {
        return object.withObjectProperty("spec");
    }

    private static void deployment(ObjectNode spec) {
        Fill.in(spec, "replicas", 1);
        Fill.in(spec, "revisionHistoryLimit", 10);
        Fill.in(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = spec.withObjectProperty("strategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = strategy.withObjectProperty("rollingUpdate");
            Fill.in(rolling, "maxUnavailable", "25%");
            Fill.in(rolling, "maxSurge", "25%");
        }
        PodDefaults.template(spec.withObjectProperty("template"));
    }

    private static void statefulSet(ObjectNode spec) {
        Fill.in(spec, "replicas", 1);
        Fill.in(spec, "podManagementPolicy", "OrderedReady");
        Fill.in(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = spec.withObjectProperty("updateStrategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            Fill.in(strategy.withObjectProperty("rollingUpdate"), "partition", 0);
        }
        ObjectNode retention = spec.withObjectProperty("persistentVolumeClaimRetentionPolicy");
        Fill.in(retention, "whenDeleted", "Retain");
        Fill.in(retention, "whenScaled", "Retain");
        Fill.each(spec, "volumeClaimTemplates", claim -> {
            Fill.in(claim, "kind", "PersistentVolumeClaim");
            Fill.in(claim, "apiVersion", "v1");
        });
        PodDefaults.template(spec.withObjectProperty("template"));
    }

    private static void daemonSet(ObjectNode spec) {
        Fill.in(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = spec.withObjectProperty("updateStrategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = strategy.withObjectProperty("rollingUpdate");
            Fill.in(rolling, "maxUnavailable", 1);
            Fill.in(rolling, "maxSurge", 0);
        }
        PodDefaults.template(spec.withObjectProperty("template"));
    }

    private static void job(ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        Fill.in(spec, "parallelism", 1);
        Fill.in(spec, "backoffLimit", 6);
        Fill.in(spec, "completionMode", "NonIndexed");
        Fill.in(spec, "suspend", false);
        Fill.in(spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        PodDefaults.template(spec.withObjectProperty("template"));
    }

    private static void cronJob(ObjectNode spec) {
        Fill.in(spec, "concurrencyPolicy", "Allow");
        Fill.in(spec, "suspend", false);
        Fill.in(spec, "successfulJobsHistoryLimit", 3);
        Fill.in(spec, "failedJobsHistoryLimit", 1);
        PodDefaults.template(spec(spec.withObjectProperty("jobTemplate")).withObjectProperty("template"));
    }

    private static void service(ObjectNode spec) {
        Fill.in(spec, "sessionAffinity", "None");
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
        if (!type.equals("ExternalName")) {
            Fill.in(spec, "internalTrafficPolicy", "Cluster");
        }
    }

    private static void secret(ObjectNode secret) {
        Fill.in(secret, "type", "Opaque");
        if (secret.get("stringData") instanceof ObjectNode plain) {
            ObjectNode data = secret.withObjectProperty("data");
            plain.properties()
                    .forEach(entry -> data.set(
                            entry.getKey(),
                            TextNode.valueOf(Base64.getEncoder()
                                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8)))));
            secret.remove("stringData");
        }
    }

    private static void definition(ObjectNode spec) {
        ObjectNode names = spec.withObjectProperty("names");
        String kind = names.path("kind").asText("");
        Fill.in(names, "singular", kind.toLowerCase(Locale.ROOT));
        Fill.in(names, "listKind", kind + "List");
        Fill.in(spec.withObjectProperty("conversion"), "strategy", "None");
    }
}
