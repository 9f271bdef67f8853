package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import java.util.List;

/** What the API server writes into an object by itself, after defaulting; nobody owns it. */
public final class Preparation {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private Preparation() {}

    /** What belongs to whoever creates the object, though he did not write it. */
    public static void beforeOwnership(ResourceKind kind, ObjectNode object) {
        switch (kind.qualifiedPlural()) {
            case "daemonsets.apps" ->
                Fill.object(Meta.of(object), "annotations").put(TEMPLATE_GENERATION, "1");
            case "jobs.batch" -> Fill.in(Fill.object(object, "spec"), "manualSelector", false);
            default -> {}
        }
    }

    /**
     * Called for new objects.
     *
     * @param object with its uid
     */
    public static void create(ResourceKind kind, ObjectNode object, ServiceAddresses addresses) {
        switch (kind.qualifiedPlural()) {
            case "namespaces" -> {
                Fill.object(object, "spec").putArray("finalizers").add("kubernetes");
                object.putObject("status").put("phase", "Active");
            }
            case "pods" -> pod(object);
            case "jobs.batch" -> job(object);
            case "services" -> addresses.allocate(object);
            case "persistentvolumeclaims" -> volume(object, "kubernetes.io/pvc-protection");
            case "persistentvolumes" -> volume(object, "kubernetes.io/pv-protection");
            case "daemonsets.apps" ->
                Fill.object(Meta.of(object), "annotations").put(TEMPLATE_GENERATION, "1");
            case "customresourcedefinitions.apiextensions.k8s.io" -> storedVersion(object);
            default -> {}
        }
    }

    /** Called for writes of the main part. */
    public static void update(ResourceKind kind, ObjectNode before, ObjectNode after, ServiceAddresses addresses) {
        switch (kind.qualifiedPlural()) {
            case "services" -> addresses.reallocate(before, after);
            case "daemonsets.apps" -> templateGeneration(before, after);
            case "namespaces" -> keep(before, after, "spec");
            case "customresourcedefinitions.apiextensions.k8s.io" -> storedVersion(after);
            default -> {}
        }
    }

    /** A version that objects are stored in from now on. */
    private static void storedVersion(ObjectNode definition) {
        ObjectNode status = Fill.object(definition, "status");
        ArrayNode known =
                status.get("storedVersions") instanceof ArrayNode list ? list : status.putArray("storedVersions");
        for (JsonNode version : definition.path("spec").path("versions")) {
            JsonNode name = version.path("name");
            boolean isNew = true;
            for (JsonNode one : known) {
                isNew &= !one.equals(name);
            }
            if (version.path("storage").asBoolean() && isNew) {
                known.add(name);
            }
        }
    }

    private static void keep(ObjectNode before, ObjectNode after, String field) {
        if (before.has(field)) {
            after.set(field, before.get(field));
        }
    }

    private static void templateGeneration(ObjectNode before, ObjectNode after) {
        JsonNode known = before.path("metadata").path("annotations").path(TEMPLATE_GENERATION);
        int generation = known.asInt(1);
        if (!before.path("spec").path("template").equals(after.path("spec").path("template"))) {
            generation++;
        }
        Fill.object(Meta.of(after), "annotations").put(TEMPLATE_GENERATION, Integer.toString(generation));
    }

    /** Admission keeps volumes and claims from going while they are used. */
    private static void volume(ObjectNode object, String protection) {
        object.putObject("status").put("phase", "Pending");
        ObjectNode metadata = Meta.of(object);
        ArrayNode finalizers =
                metadata.get("finalizers") instanceof ArrayNode known ? known : metadata.putArray("finalizers");
        finalizers.add(protection);
    }

    private static void pod(ObjectNode pod) {
        ObjectNode spec = Fill.object(pod, "spec");
        Fill.in(spec, "priority", 0);
        Fill.in(spec, "preemptionPolicy", "PreemptLowerPriority");
        for (String taint : List.of("not-ready", "unreachable")) {
            String key = "node.kubernetes.io/" + taint;
            boolean known = false;
            for (JsonNode toleration : spec.path("tolerations")) {
                known |= key.equals(toleration.path("key").asText());
            }
            if (!known) {
                var tolerations =
                        spec.get("tolerations") instanceof ArrayNode list ? list : spec.putArray("tolerations");
                tolerations
                        .addObject()
                        .put("key", key)
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", 300);
            }
        }
        pod.putObject("status").put("phase", "Pending").put("qosClass", qosClass(spec));
    }

    private static String qosClass(ObjectNode spec) {
        boolean any = false;
        boolean guaranteed = true;
        for (JsonNode container : spec.path("containers")) {
            JsonNode requests = container.path("resources").path("requests");
            JsonNode limits = container.path("resources").path("limits");
            any |= !requests.isEmpty() || !limits.isEmpty();
            guaranteed &= limits.has("cpu") && limits.has("memory") && limits.equals(requests);
        }
        return !any ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
    }

    private static void job(ObjectNode job) {
        ObjectNode spec = Fill.object(job, "spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        String uid = Meta.uid(job);
        String name = Meta.name(job);
        ObjectNode labels = Fill.object(Fill.object(Fill.object(spec, "template"), "metadata"), "labels");
        labels.put("batch.kubernetes.io/controller-uid", uid)
                .put("batch.kubernetes.io/job-name", name)
                .put("controller-uid", uid)
                .put("job-name", name);
        Fill.object(Fill.object(spec, "selector"), "matchLabels").put("batch.kubernetes.io/controller-uid", uid);
        if (Meta.of(job).path("labels").isEmpty()) {
            Meta.of(job).set("labels", labels.deepCopy());
        }
    }
}
