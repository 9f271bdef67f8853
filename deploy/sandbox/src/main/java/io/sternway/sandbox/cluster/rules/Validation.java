package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.model.Subresource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the API server refuses with 422: a choice of it, namely what a release meets. Everything, and in its exact
 * words, only a real one refuses.
 */
public final class Validation {
    private static final Pattern DNS_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private Validation() {}

    /** Everything that is wrong with a new object; empty when it is accepted. */
    public static List<Fault> create(ServedKind served, ObjectNode object) {
        List<Fault> faults = new ArrayList<>();
        JsonNode name = object.at("/metadata/name");
        boolean free = served.kind().group().equals("rbac.authorization.k8s.io");
        if (name.asText("").isEmpty()) {
            faults.add(Fault.required("metadata.name"));
        } else if (!free && !DNS_NAME.matcher(name.asText()).matches()) {
            faults.add(Fault.invalid("metadata.name", name, "must be a DNS name"));
        }
        content(served, object, faults);
        return faults;
    }

    /** Everything that is wrong with a changed object, and what must not have changed. */
    public static List<Fault> update(ServedKind served, Subresource part, ObjectNode before, ObjectNode after) {
        List<Fault> faults = new ArrayList<>();
        if (part == Subresource.MAIN || part == Subresource.SCALE) {
            content(served, after, faults);
            unchanged(served.kind(), before, after, faults);
        }
        return faults;
    }

    private static void content(ServedKind served, ObjectNode object, List<Fault> faults) {
        if (served.custom()) {
            CustomRules.check("", served.type(), object, faults);
            return;
        }
        JsonNode spec = object.path("spec");
        String kind = served.kind().qualifiedPlural();
        switch (kind) {
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps", "jobs.batch" ->
                WorkloadRules.check(kind, spec, faults);
            case "pods" -> WorkloadRules.pod("spec", spec, faults);
            case "services" -> {
                boolean needsPorts = !spec.path("clusterIP").asText().equals("None")
                        && !spec.path("type").asText().equals("ExternalName");
                if (needsPorts && spec.path("ports").isEmpty()) {
                    faults.add(Fault.required("spec.ports"));
                }
            }
            default -> {}
        }
    }

    private static void unchanged(ResourceKind kind, ObjectNode before, ObjectNode after, List<Fault> faults) {
        switch (kind.qualifiedPlural()) {
            case "deployments.apps", "replicasets.apps", "daemonsets.apps" ->
                unchanged(before, after, faults, "spec.selector");
            case "statefulsets.apps" -> WorkloadRules.statefulSet(before, after, faults);
            case "jobs.batch" ->
                unchanged(
                        before,
                        after,
                        faults,
                        "spec.completions",
                        "spec.selector",
                        "spec.template",
                        "spec.completionMode");
            case "services" -> address(before.path("spec"), after.path("spec"), faults);
            case "configmaps", "secrets" -> {
                unchanged(before, after, faults, "type");
                if (before.path("immutable").asBoolean() && !before.path("data").equals(after.path("data"))) {
                    faults.add(Fault.forbidden("data", "field is immutable when `immutable` is set"));
                }
            }
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                unchanged(before, after, faults, "roleRef");
            case "customresourcedefinitions.apiextensions.k8s.io" -> {
                unchanged(before, after, faults, "spec.scope");
                storedVersions(before, after, faults);
            }
            default -> {}
        }
    }

    private static void unchanged(JsonNode before, JsonNode after, List<Fault> faults, String... fields) {
        for (String field : fields) {
            String pointer = "/" + field.replace('.', '/');
            if (!before.at(pointer).equals(after.at(pointer))) {
                faults.add(Fault.invalid(field, after.at(pointer), "field is immutable"));
            }
        }
    }

    private static void address(JsonNode before, JsonNode after, List<Fault> faults) {
        JsonNode ip = after.path("clusterIP");
        if (before.has("clusterIP")
                && after.has("clusterIP")
                && !before.path("clusterIP").equals(ip)) {
            faults.add(Fault.invalid("spec.clusterIPs[0]", ip, "may not change once set"));
        }
    }

    /** A version that objects may still be stored in must stay. */
    private static void storedVersions(ObjectNode before, ObjectNode after, List<Fault> faults) {
        Set<String> versions = new HashSet<>();
        after.at("/spec/versions")
                .forEach(version -> versions.add(version.path("name").asText()));
        for (JsonNode stored : before.at("/status/storedVersions")) {
            if (!versions.contains(stored.asText())) {
                faults.add(Fault.invalid(
                        "status.storedVersions", stored, "missing from spec.versions of " + Meta.name(after)));
            }
        }
    }
}
