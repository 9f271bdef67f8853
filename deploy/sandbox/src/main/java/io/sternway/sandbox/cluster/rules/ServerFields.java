package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;

/** What the API server writes into an object by itself, after defaulting; nobody owns it. */
public final class ServerFields {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private ServerFields() {}

    /** What belongs to whoever creates the object, though he did not write it. */
    public static void beforeOwnership(ResourceKind kind, ObjectNode object) {
        switch (kind.qualifiedPlural()) {
            case "daemonsets.apps" ->
                Meta.of(object).withObjectProperty("annotations").put(TEMPLATE_GENERATION, "1");
            case "jobs.batch" ->
                object.withObject("/spec")
                        .set(
                                "manualSelector",
                                BooleanNode.valueOf(
                                        object.at("/spec/manualSelector").asBoolean()));
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
                object.withObjectProperty("spec").putArray("finalizers").add("kubernetes");
                object.putObject("status").put("phase", "Active");
            }
            case "pods" -> object.putObject("status").put("phase", "Pending");
            case "jobs.batch" -> job(object);
            case "services" -> addresses.allocate(object);
            // As where a provisioner is quick: there are no volumes here.
            case "persistentvolumeclaims" -> object.putObject("status").put("phase", "Bound");
            case "daemonsets.apps" ->
                Meta.of(object).withObjectProperty("annotations").put(TEMPLATE_GENERATION, "1");
            case "customresourcedefinitions.apiextensions.k8s.io" -> storedVersion(object);
            default -> {}
        }
    }

    /** Called for writes of the main part. */
    public static void update(ResourceKind kind, ObjectNode before, ObjectNode after, ServiceAddresses addresses) {
        switch (kind.qualifiedPlural()) {
            case "services" -> addresses.reallocate(before, after);
            case "daemonsets.apps" -> templateGeneration(before, after);
            case "namespaces" -> after.set("spec", before.path("spec"));
            case "customresourcedefinitions.apiextensions.k8s.io" -> storedVersion(after);
            default -> {}
        }
    }

    /** A version that objects are stored in from now on. */
    private static void storedVersion(ObjectNode definition) {
        ObjectNode status = definition.withObjectProperty("status");
        ArrayNode known = status.withArrayProperty("storedVersions");
        for (JsonNode version : definition.at("/spec/versions")) {
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

    private static void templateGeneration(ObjectNode before, ObjectNode after) {
        JsonNode known = before.at("/metadata/annotations").path(TEMPLATE_GENERATION);
        int generation = known.asInt(1);
        if (!before.at("/spec/template").equals(after.at("/spec/template"))) {
            generation++;
        }
        Meta.of(after).withObjectProperty("annotations").put(TEMPLATE_GENERATION, Integer.toString(generation));
    }

    private static void job(ObjectNode job) {
        ObjectNode spec = job.withObjectProperty("spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        String uid = Meta.uid(job);
        String name = Meta.name(job);
        ObjectNode labels = spec.withObjectProperty("template")
                .withObjectProperty("metadata")
                .withObjectProperty("labels");
        labels.put("batch.kubernetes.io/controller-uid", uid)
                .put("batch.kubernetes.io/job-name", name)
                .put("controller-uid", uid)
                .put("job-name", name);
        spec.withObjectProperty("selector")
                .withObjectProperty("matchLabels")
                .put("batch.kubernetes.io/controller-uid", uid);
        if (Meta.of(job).path("labels").isEmpty()) {
            Meta.of(job).set("labels", labels.deepCopy());
        }
    }
}
