package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Fault;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs must be, and what of them never changes. */
final class WorkloadRules {
    private static final Set<String> STATEFUL_CHANGEABLE = Set.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");

    private WorkloadRules() {}

    static void create(String kind, JsonNode object, List<Fault> faults) {
        JsonNode spec = object.path("spec");
        for (String number : List.of(
                "replicas",
                "minReadySeconds",
                "revisionHistoryLimit",
                "parallelism",
                "completions",
                "backoffLimit",
                "activeDeadlineSeconds",
                "ttlSecondsAfterFinished")) {
            PodRules.notNegative("spec." + number, spec.path(number), faults);
        }
        if (kind.equals("deployments.apps")) {
            PodRules.notNegative("spec.progressDeadlineSeconds", spec.path("progressDeadlineSeconds"), faults);
            deploymentStrategy(spec, faults);
        }
        if (kind.equals("statefulsets.apps") || kind.equals("daemonsets.apps")) {
            updateStrategy(spec, faults);
        }
        selector(kind, spec, faults);
        template(kind, spec.path("template"), faults);
    }

    private static void deploymentStrategy(JsonNode spec, List<Fault> faults) {
        JsonNode strategy = spec.path("strategy");
        String type = strategy.path("type").asText();
        switch (type) {
            case "Recreate" -> {
                if (strategy.has("rollingUpdate")) {
                    faults.add(Fault.forbidden(
                            "spec.strategy.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'"));
                }
            }
            case "RollingUpdate" -> {
                JsonNode rolling = strategy.path("rollingUpdate");
                if (isZero(rolling.path("maxUnavailable")) && isZero(rolling.path("maxSurge"))) {
                    faults.add(Fault.invalid(
                            "spec.strategy.rollingUpdate.maxUnavailable",
                            rolling.path("maxUnavailable"),
                            "may not be 0 when `maxSurge` is 0"));
                }
            }
            default ->
                faults.add(Fault.unsupported(
                        "spec.strategy.type", strategy.path("type"), List.of("Recreate", "RollingUpdate")));
        }
        long deadline = spec.path("progressDeadlineSeconds").asLong();
        if (spec.path("minReadySeconds").asLong() >= deadline && deadline > 0) {
            faults.add(Fault.invalid(
                    "spec.progressDeadlineSeconds",
                    spec.path("progressDeadlineSeconds"),
                    "must be greater than minReadySeconds"));
        }
    }

    private static boolean isZero(JsonNode value) {
        return value.asText().equals("0") || value.asText().equals("0%");
    }

    private static void updateStrategy(JsonNode spec, List<Fault> faults) {
        JsonNode strategy = spec.path("updateStrategy");
        String type = strategy.path("type").asText();
        if (!type.equals("RollingUpdate") && !type.equals("OnDelete")) {
            faults.add(Fault.unsupported(
                    "spec.updateStrategy.type", strategy.path("type"), List.of("OnDelete", "RollingUpdate")));
        }
        if (type.equals("OnDelete") && spec.has("podManagementPolicy") && strategy.has("rollingUpdate")) {
            JsonNode rolling = strategy.get("rollingUpdate");
            faults.add(new Fault(
                    "FieldValueInvalid",
                    "spec.updateStrategy.rollingUpdate",
                    "Invalid value: {\"Partition\":" + rolling.path("partition").asInt()
                            + ",\"MaxUnavailable\":null}: only allowed for updateStrategy 'RollingUpdate'"));
        }
    }

    private static void selector(String kind, JsonNode spec, List<Fault> faults) {
        if (kind.equals("jobs.batch")) {
            return;
        }
        JsonNode selector = spec.path("selector");
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        if (selector.isMissingNode()) {
            faults.add(Fault.required("spec.selector"));
        } else if (selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            faults.add(Fault.invalid("spec.selector", selector, "empty selector is invalid for " + singular(kind)));
        } else {
            Names.labels("spec.selector.matchLabels", selector.path("matchLabels"), faults);
        }
        if (!matches(selector, labels)) {
            faults.add(Fault.invalid(
                    "spec.template.metadata.labels", labels, "`selector` does not match template `labels`"));
        }
    }

    private static String singular(String kind) {
        return kind.substring(0, kind.indexOf("s."));
    }

    private static boolean matches(JsonNode selector, JsonNode labels) {
        if (selector.isMissingNode()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
            if (!wanted.getValue().equals(labels.path(wanted.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            JsonNode value = labels.path(expression.path("key").asText());
            boolean in = false;
            for (JsonNode allowed : expression.path("values")) {
                in |= allowed.equals(value);
            }
            boolean fits = switch (expression.path("operator").asText()) {
                case "In" -> in;
                case "NotIn" -> !in;
                case "Exists" -> !value.isMissingNode();
                default -> value.isMissingNode();
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    static void template(String kind, JsonNode template, List<Fault> faults) {
        template("spec.template", kind, template, faults);
    }

    static void template(String path, String kind, JsonNode template, List<Fault> faults) {
        Names.labels(path + ".metadata.labels", template.path("metadata").path("labels"), faults);
        PodRules.spec(path + ".spec", template.path("spec"), faults);
        String policy = template.path("spec").path("restartPolicy").asText();
        boolean job = kind.endsWith("jobs.batch");
        if (job && policy.equals("Always")) {
            faults.add(new Fault(
                    "FieldValueRequired",
                    path + ".spec.restartPolicy",
                    "Required value: valid values: \"OnFailure\", \"Never\""));
        } else if (!job && !policy.equals("Always")) {
            faults.add(Fault.unsupported(
                    path + ".spec.restartPolicy", template.path("spec").path("restartPolicy"), List.of("Always")));
        }
    }

    static void update(String kind, ObjectNode before, ObjectNode after, List<Fault> faults) {
        JsonNode old = before.path("spec");
        JsonNode now = after.path("spec");
        switch (kind) {
            case "deployments.apps", "replicasets.apps", "daemonsets.apps" -> immutable(old, now, "selector", faults);
            case "statefulsets.apps" -> statefulSet(old, now, faults);
            case "jobs.batch" -> job(old, now, faults);
            default -> {}
        }
    }

    private static void immutable(JsonNode old, JsonNode now, String field, List<Fault> faults) {
        if (!old.path(field).equals(now.path(field))) {
            faults.add(Fault.invalid("spec." + field, now.path(field), "field is immutable"));
        }
    }

    private static void statefulSet(JsonNode old, JsonNode now, List<Fault> faults) {
        ObjectNode fixedBefore = old.deepCopy();
        ObjectNode fixedAfter = now.deepCopy();
        fixedBefore.remove(STATEFUL_CHANGEABLE);
        fixedAfter.remove(STATEFUL_CHANGEABLE);
        if (!fixedBefore.equals(fixedAfter)) {
            faults.add(Fault.forbidden(
                    "spec",
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                            + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                            + " 'minReadySeconds' are forbidden"));
        }
    }

    /** While a Job is suspended and has never started, its scheduling may change; that is left out here. */
    private static void job(JsonNode old, JsonNode now, List<Fault> faults) {
        immutable(old, now, "completions", faults);
        immutable(old, now, "selector", faults);
        if (!old.path("template").equals(now.path("template"))) {
            faults.add(Fault.invalid("spec.template", GoDump.podTemplate(now.path("template")), "field is immutable"));
        }
        immutable(old, now, "completionMode", faults);
    }
}
