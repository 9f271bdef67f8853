package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.model.Selectors;
import java.util.List;
import java.util.Set;

/** What Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs and their Pods must be. */
final class WorkloadRules {
    private static final List<String> COUNTS = List.of(
            "replicas",
            "minReadySeconds",
            "revisionHistoryLimit",
            "progressDeadlineSeconds",
            "parallelism",
            "completions",
            "backoffLimit");
    private static final Set<String> CHANGEABLE_OF_STATEFUL_SET = Set.of(
            "replicas",
            "ordinals",
            "template",
            "updateStrategy",
            "revisionHistoryLimit",
            "persistentVolumeClaimRetentionPolicy",
            "minReadySeconds");

    private WorkloadRules() {}

    static void check(String kind, JsonNode spec, List<Fault> faults) {
        for (String count : COUNTS) {
            if (spec.path(count).asLong() < 0) {
                faults.add(Fault.invalid("spec." + count, spec.path(count), "must be greater than or equal to 0"));
            }
        }
        if (kind.equals("deployments.apps")
                && spec.at("/strategy/type").asText().equals("Recreate")
                && spec.path("strategy").has("rollingUpdate")) {
            faults.add(Fault.forbidden(
                    "spec.strategy.rollingUpdate", "may not be specified when strategy `type` is 'Recreate'"));
        }
        boolean job = kind.equals("jobs.batch");
        if (!job && !spec.has("selector")) {
            faults.add(Fault.required("spec.selector"));
        }
        if (!job && !Selectors.matches(spec.path("selector"), spec.path("template"))) {
            faults.add(Fault.invalid(
                    "spec.template.metadata.labels",
                    spec.at("/template/metadata/labels"),
                    "`selector` does not match template `labels`"));
        }
        JsonNode pod = spec.at("/template/spec");
        if (job == pod.path("restartPolicy").asText().equals("Always")) {
            faults.add(Fault.unsupported("spec.template.spec.restartPolicy", pod.path("restartPolicy")));
        }
        pod("spec.template.spec", pod, faults);
    }

    /** @param path of the spec, such as {@code spec.template.spec} */
    static void pod(String path, JsonNode spec, List<Fault> faults) {
        if (spec.path("containers").isEmpty()) {
            faults.add(Fault.required(path + ".containers"));
        }
        for (String list : List.of("containers", "initContainers")) {
            int i = 0;
            for (JsonNode container : spec.path(list)) {
                String at = path + "." + list + "[" + i++ + "]";
                for (String needed : List.of("name", "image")) {
                    if (container.path(needed).asText("").isEmpty()) {
                        faults.add(Fault.required(at + "." + needed));
                    }
                }
            }
        }
    }

    static void statefulSet(ObjectNode before, ObjectNode after, List<Fault> faults) {
        ObjectNode old = before.path("spec").deepCopy();
        ObjectNode now = after.path("spec").deepCopy();
        if (!old.remove(CHANGEABLE_OF_STATEFUL_SET).equals(now.remove(CHANGEABLE_OF_STATEFUL_SET))) {
            faults.add(Fault.forbidden(
                    "spec", "updates to other fields than " + CHANGEABLE_OF_STATEFUL_SET + " are forbidden"));
        }
    }
}
