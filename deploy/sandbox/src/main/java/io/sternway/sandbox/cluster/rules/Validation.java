package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Fault;
import io.sternway.sandbox.cluster.store.Served;
import io.sternway.sandbox.cluster.store.Subresource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the API server refuses with 422. */
public final class Validation {
    private Validation() {}

    /** Everything that is wrong with a new object; empty when it is accepted. */
    public static List<Fault> create(Served served, ObjectNode object) {
        List<Fault> faults = new ArrayList<>();
        String kind = served.kind().qualifiedPlural();
        Names.metadata(kind, served.kind().namespaced(), object, faults);
        content(served, object, faults);
        return faults;
    }

    /** Everything that is wrong with a changed object, and what must not have changed. */
    public static List<Fault> update(Served served, Subresource part, ObjectNode before, ObjectNode after) {
        List<Fault> faults = new ArrayList<>();
        String kind = served.kind().qualifiedPlural();
        if (part == Subresource.STATUS || part == Subresource.FINALIZE || part == Subresource.BINDING) {
            return faults;
        }
        finalizers(before, after, faults);
        Names.metadata(kind, served.kind().namespaced(), after, faults);
        content(served, after, faults);
        WorkloadRules.update(kind, before, after, faults);
        switch (kind) {
            case "services" -> ServiceRules.update(before, after, faults);
            case "pods" -> pod(before, after, faults);
            case "configmaps", "secrets" -> sealed(before, after, faults);
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" -> {
                if (!before.path("roleRef").equals(after.path("roleRef"))) {
                    faults.add(Fault.invalid(
                            "roleRef", GoDump.capitalised(after.path("roleRef")), "cannot change roleRef"));
                }
            }
            case "persistentvolumeclaims" -> claim(before, after, faults);
            case "customresourcedefinitions.apiextensions.k8s.io" -> definition(before, after, faults);
            case "storageclasses.storage.k8s.io" -> {
                for (String field : List.of("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode")) {
                    if (!before.path(field).equals(after.path(field))) {
                        faults.add(Fault.forbidden(field, "updates to " + field + " are forbidden."));
                    }
                }
            }
            default -> {}
        }
        return faults;
    }

    private static void content(Served served, ObjectNode object, List<Fault> faults) {
        String kind = served.kind().qualifiedPlural();
        if (served.custom()) {
            CustomRules.check(served.type(), object, faults);
            return;
        }
        JsonNode spec = object.path("spec");
        switch (kind) {
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps", "jobs.batch" ->
                WorkloadRules.create(kind, object, faults);
            case "cronjobs.batch" -> {
                if (spec.path("schedule").asText("").isEmpty()) {
                    faults.add(Fault.required("spec.schedule"));
                }
                WorkloadRules.template(
                        "spec.jobTemplate.spec.template",
                        kind,
                        spec.path("jobTemplate").path("spec").path("template"),
                        faults);
            }
            case "pods" -> PodRules.spec("spec", spec, faults);
            case "services" -> ServiceRules.create(object, faults);
            case "configmaps", "secrets" -> Names.configKeys("data", object.path("data"), faults);
            case "persistentvolumeclaims" -> {
                if (spec.path("accessModes").isEmpty()) {
                    faults.add(new Fault(
                            "FieldValueRequired",
                            "spec.accessModes",
                            "Required value: at least 1 access mode is required"));
                }
                if (!spec.path("resources").path("requests").has("storage")) {
                    faults.add(Fault.required("spec.resources[storage]"));
                }
            }
            case "horizontalpodautoscalers.autoscaling" -> {
                if (spec.path("maxReplicas").asInt() < 1) {
                    faults.add(Fault.invalid("spec.maxReplicas", spec.path("maxReplicas"), "must be greater than 0"));
                } else if (spec.path("minReplicas").asInt(1)
                        > spec.path("maxReplicas").asInt()) {
                    faults.add(Fault.invalid(
                            "spec.maxReplicas",
                            spec.path("maxReplicas"),
                            "must be greater than or equal to `minReplicas`"));
                }
            }
            case "customresourcedefinitions.apiextensions.k8s.io" -> definition(object, faults);
            default -> {}
        }
    }

    private static void definition(ObjectNode object, List<Fault> faults) {
        JsonNode spec = object.path("spec");
        String expected = spec.path("names").path("plural").asText() + "."
                + spec.path("group").asText();
        String name = object.path("metadata").path("name").asText();
        if (!name.equals(expected)) {
            faults.add(Fault.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
        }
        if (spec.path("versions").isEmpty()) {
            faults.add(Fault.required("spec.versions"));
        }
        int storage = 0;
        for (JsonNode version : spec.path("versions")) {
            storage += version.path("storage").asBoolean() ? 1 : 0;
        }
        if (storage != 1) {
            faults.add(Fault.invalid(
                    "spec.versions", spec.path("versions"), "must have exactly one version marked as storage version"));
        }
    }

    /** A version that objects may still be stored in must stay. */
    private static void definition(ObjectNode before, ObjectNode after, List<Fault> faults) {
        Set<String> versions = new HashSet<>();
        after.path("spec")
                .path("versions")
                .forEach(version -> versions.add(version.path("name").asText()));
        int i = 0;
        for (JsonNode stored : before.path("status").path("storedVersions")) {
            if (!versions.contains(stored.asText())) {
                faults.add(Fault.invalid(
                        "status.storedVersions[" + i + "]",
                        stored,
                        "missing from spec.versions; " + stored.asText()
                                + " was previously a storage version, and must remain in spec.versions until a"
                                + " storage migration ensures no data remains persisted in " + stored.asText()
                                + " and removes " + stored.asText() + " from status.storedVersions"));
            }
            i++;
        }
        if (!before.path("spec").path("scope").equals(after.path("spec").path("scope"))) {
            faults.add(Fault.invalid("spec.scope", after.path("spec").path("scope"), "field is immutable"));
        }
    }

    private static void finalizers(ObjectNode before, ObjectNode after, List<Fault> faults) {
        if (!before.path("metadata").has("deletionTimestamp")) {
            return;
        }
        Set<String> known = new HashSet<>();
        before.path("metadata").path("finalizers").forEach(finalizer -> known.add(finalizer.asText()));
        List<String> added = new ArrayList<>();
        after.path("metadata").path("finalizers").forEach(finalizer -> {
            if (!known.contains(finalizer.asText())) {
                added.add("\"" + finalizer.asText() + "\"");
            }
        });
        if (!added.isEmpty()) {
            Fault fault = Fault.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + added.stream().collect(Collectors.joining(", ")) + "}");
            faults.add(fault);
            faults.add(fault);
        }
    }

    private static void pod(ObjectNode before, ObjectNode after, List<Fault> faults) {
        if (!fixed(before).equals(fixed(after))) {
            faults.add(Fault.forbidden(
                    "spec",
                    "pod updates may not change fields other than `spec.containers[*].image`,"
                            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only"
                            + " additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to"
                            + " be set to 1 if it was previously negative)"));
        }
    }

    private static ObjectNode fixed(ObjectNode pod) {
        ObjectNode spec = pod.path("spec").deepCopy();
        spec.remove(List.of("activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"));
        Fill.each(spec, "containers", container -> container.remove("image"));
        Fill.each(spec, "initContainers", container -> container.remove("image"));
        return spec;
    }

    private static void sealed(ObjectNode before, ObjectNode after, List<Fault> faults) {
        boolean secretType = !before.path("type").equals(after.path("type"));
        if (secretType) {
            faults.add(Fault.invalid("type", after.path("type"), "field is immutable"));
        }
        if (before.path("immutable").asBoolean()) {
            if (!after.path("immutable").asBoolean()) {
                faults.add(Fault.forbidden("immutable", "field is immutable when `immutable` is set"));
            }
            if (!before.path("data").equals(after.path("data"))) {
                faults.add(Fault.forbidden("data", "field is immutable when `immutable` is set"));
            }
        }
    }

    private static void claim(ObjectNode before, ObjectNode after, List<Fault> faults) {
        ObjectNode old = before.path("spec").deepCopy();
        ObjectNode now = after.path("spec").deepCopy();
        old.remove(List.of("resources", "volumeName", "volumeAttributesClassName"));
        now.remove(List.of("resources", "volumeName", "volumeAttributesClassName"));
        boolean volumeChanged = before.path("spec").has("volumeName")
                && !before.path("spec")
                        .path("volumeName")
                        .equals(after.path("spec").path("volumeName"));
        if (!old.equals(now) || volumeChanged) {
            faults.add(Fault.forbidden(
                    "spec",
                    "spec is immutable after creation except resources.requests and volumeAttributesClassName for"
                            + " bound claims"));
        }
    }
}
