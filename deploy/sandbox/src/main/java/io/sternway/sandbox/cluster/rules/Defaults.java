package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** Fills in what a user left out, before anything looks at the object: idempotent. */
public final class Defaults {
    private Defaults() {}

    public static void apply(ResourceKind kind, ObjectNode object) {
        switch (kind.qualifiedPlural()) {
            case "deployments.apps" -> deployment(spec(object));
            case "replicasets.apps" -> {
                Fill.in(spec(object), "replicas", 1);
                PodDefaults.template(Fill.object(spec(object), "template"));
            }
            case "statefulsets.apps" -> statefulSet(spec(object));
            case "daemonsets.apps" -> daemonSet(spec(object));
            case "jobs.batch" -> job(object);
            case "cronjobs.batch" -> cronJob(spec(object));
            case "pods" -> {
                PodDefaults.spec(spec(object));
                PodDefaults.pod(object);
            }
            case "podtemplates" -> PodDefaults.template(Fill.object(object, "template"));
            case "services" -> ServiceDefaults.apply(object);
            case "namespaces" ->
                Fill.object(Meta.of(object), "labels").put("kubernetes.io/metadata.name", Meta.name(object));
            case "secrets" -> secret(object);
            case "persistentvolumeclaims" -> {
                Fill.in(spec(object), "volumeMode", "Filesystem");
                Fill.in(Fill.object(object, "status"), "phase", "Pending");
            }
            case "persistentvolumes" -> {
                Fill.in(spec(object), "volumeMode", "Filesystem");
                Fill.in(spec(object), "persistentVolumeReclaimPolicy", "Retain");
                Fill.ifPresent(spec(object), "hostPath", path -> Fill.in(path, "type", ""));
                Fill.in(Fill.object(object, "status"), "phase", "Pending");
            }
            case "horizontalpodautoscalers.autoscaling" -> autoscaler(spec(object));
            case "networkpolicies.networking.k8s.io" -> networkPolicy(spec(object));
            case "storageclasses.storage.k8s.io" -> {
                Fill.in(object, "reclaimPolicy", "Delete");
                Fill.in(object, "volumeBindingMode", "Immediate");
            }
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                binding(object);
            case "priorityclasses.scheduling.k8s.io" -> Fill.in(object, "preemptionPolicy", "PreemptLowerPriority");
            case "customresourcedefinitions.apiextensions.k8s.io" -> definition(spec(object));
            case "limitranges" -> Fill.each(spec(object), "limits", Defaults::limit);
            case "endpoints" ->
                Fill.each(
                        object,
                        "subsets",
                        subset -> Fill.each(subset, "ports", port -> Fill.in(port, "protocol", "TCP")));
            default -> {}
        }
    }

    private static ObjectNode spec(ObjectNode object) {
        return Fill.object(object, "spec");
    }

    private static void deployment(ObjectNode spec) {
        Fill.in(spec, "replicas", 1);
        Fill.in(spec, "revisionHistoryLimit", 10);
        Fill.in(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = Fill.object(spec, "strategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Fill.object(strategy, "rollingUpdate");
            Fill.in(rolling, "maxUnavailable", "25%");
            Fill.in(rolling, "maxSurge", "25%");
        }
        PodDefaults.template(Fill.object(spec, "template"));
    }

    private static void statefulSet(ObjectNode spec) {
        Fill.in(spec, "replicas", 1);
        Fill.in(spec, "podManagementPolicy", "OrderedReady");
        Fill.in(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = Fill.object(spec, "updateStrategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            Fill.in(Fill.object(strategy, "rollingUpdate"), "partition", 0);
        }
        ObjectNode retention = Fill.object(spec, "persistentVolumeClaimRetentionPolicy");
        Fill.in(retention, "whenDeleted", "Retain");
        Fill.in(retention, "whenScaled", "Retain");
        Fill.each(spec, "volumeClaimTemplates", claim -> {
            Fill.in(claim, "kind", "PersistentVolumeClaim");
            Fill.in(claim, "apiVersion", "v1");
            Fill.in(spec(claim), "volumeMode", "Filesystem");
            Fill.in(Fill.object(claim, "status"), "phase", "Pending");
        });
        PodDefaults.template(Fill.object(spec, "template"));
    }

    private static void daemonSet(ObjectNode spec) {
        Fill.in(spec, "revisionHistoryLimit", 10);
        ObjectNode strategy = Fill.object(spec, "updateStrategy");
        Fill.in(strategy, "type", "RollingUpdate");
        if (strategy.path("type").asText().equals("RollingUpdate")) {
            ObjectNode rolling = Fill.object(strategy, "rollingUpdate");
            Fill.in(rolling, "maxUnavailable", 1);
            Fill.in(rolling, "maxSurge", 0);
        }
        PodDefaults.template(Fill.object(spec, "template"));
    }

    private static void job(ObjectNode job) {
        ObjectNode spec = spec(job);
        jobSpec(spec);
        labelsFromTemplate(job);
    }

    private static void jobSpec(ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        Fill.in(spec, "parallelism", 1);
        Fill.in(spec, "backoffLimit", 6);
        Fill.in(spec, "completionMode", "NonIndexed");
        Fill.in(spec, "suspend", false);
        Fill.in(spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        PodDefaults.template(Fill.object(spec, "template"));
    }

    private static void cronJob(ObjectNode spec) {
        Fill.in(spec, "concurrencyPolicy", "Allow");
        Fill.in(spec, "suspend", false);
        Fill.in(spec, "successfulJobsHistoryLimit", 3);
        Fill.in(spec, "failedJobsHistoryLimit", 1);
        PodDefaults.template(Fill.object(spec(Fill.object(spec, "jobTemplate")), "template"));
    }

    /** A Job without labels gets its template's. */
    private static void labelsFromTemplate(ObjectNode object) {
        JsonNode labels = object.path("spec").path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && Meta.of(object).path("labels").isEmpty()) {
            Meta.of(object).set("labels", labels.deepCopy());
        }
    }

    /** Requests default to limits, limits to what is allowed at most. */
    private static void limit(ObjectNode limit) {
        if (!limit.path("type").asText().equals("Container")) {
            return;
        }
        for (String[] from :
                new String[][] {{"max", "default"}, {"default", "defaultRequest"}, {"min", "defaultRequest"}}) {
            if (limit.get(from[0]) instanceof ObjectNode known) {
                ObjectNode filled = Fill.object(limit, from[1]);
                known.properties().forEach(entry -> {
                    if (!filled.has(entry.getKey())) {
                        filled.set(entry.getKey(), entry.getValue());
                    }
                });
            }
        }
    }

    private static void secret(ObjectNode secret) {
        Fill.in(secret, "type", "Opaque");
        if (secret.get("stringData") instanceof ObjectNode plain) {
            ObjectNode data = Fill.object(secret, "data");
            plain.properties()
                    .forEach(entry -> data.set(
                            entry.getKey(),
                            TextNode.valueOf(Base64.getEncoder()
                                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8)))));
            secret.remove("stringData");
        }
    }

    private static void autoscaler(ObjectNode spec) {
        Fill.in(spec, "minReplicas", 1);
        if (spec.path("metrics").isEmpty()) {
            ObjectNode resource =
                    spec.putArray("metrics").addObject().put("type", "Resource").putObject("resource");
            resource.put("name", "cpu");
            resource.putObject("target").put("type", "Utilization").put("averageUtilization", 80);
        }
    }

    private static void networkPolicy(ObjectNode spec) {
        if (spec.path("policyTypes").isEmpty()) {
            var types = spec.putArray("policyTypes").add("Ingress");
            if (!spec.path("egress").isEmpty()) {
                types.add("Egress");
            }
        }
        for (String direction : new String[] {"ingress", "egress"}) {
            Fill.each(spec, direction, rule -> Fill.each(rule, "ports", port -> Fill.in(port, "protocol", "TCP")));
        }
    }

    private static void binding(ObjectNode binding) {
        Fill.in(Fill.object(binding, "roleRef"), "apiGroup", "rbac.authorization.k8s.io");
        Fill.each(binding, "subjects", subject -> {
            if (!subject.path("kind").asText().equals("ServiceAccount")) {
                Fill.in(subject, "apiGroup", "rbac.authorization.k8s.io");
            }
        });
    }

    private static void definition(ObjectNode spec) {
        ObjectNode names = Fill.object(spec, "names");
        String kind = names.path("kind").asText("");
        Fill.in(names, "singular", kind.toLowerCase(Locale.ROOT));
        Fill.in(names, "listKind", kind + "List");
        Fill.in(Fill.object(spec, "conversion"), "strategy", "None");
    }
}
