package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import java.time.Duration;
import java.util.Comparator;

/** What controllers ask of Pods, and how they make them. */
final class Pods {
    /** Which Pods are deleted first when there are too many: those that serve least, then the youngest. */
    static final Comparator<JsonNode> LEAST_VALUABLE_FIRST = Comparator.<JsonNode, Boolean>comparing(
                    pod -> pod.path("spec").has("nodeName"))
            .thenComparing(pod -> phase(pod).equals("Running"))
            .thenComparing(Pods::ready)
            .thenComparing(pod -> readyCondition(pod).path("lastTransitionTime").asText(), Comparator.reverseOrder())
            .thenComparing(pod -> pod.path("metadata").path("creationTimestamp").asText(), Comparator.reverseOrder());

    private Pods() {}

    static String phase(JsonNode pod) {
        return pod.path("status").path("phase").asText("Pending");
    }

    static boolean ended(JsonNode pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /** Neither ended nor on its way out. */
    static boolean active(JsonNode pod) {
        return !ended(pod) && !Meta.deleting(pod);
    }

    static boolean ready(JsonNode pod) {
        return readyCondition(pod).path("status").asText().equals("True");
    }

    /** Ready for at least {@code minReadySeconds}. */
    static boolean available(JsonNode pod, int minReadySeconds, Site site) {
        return ready(pod)
                && (minReadySeconds == 0
                        || site.since(readyCondition(pod).path("lastTransitionTime"))
                                        .compareTo(Duration.ofSeconds(minReadySeconds))
                                >= 0);
    }

    private static JsonNode readyCondition(JsonNode pod) {
        return Conditions.get(pod.path("status"), "Ready");
    }

    /** A Pod of a template, controlled by {@code owner}; without a name yet. */
    static ObjectNode from(JsonNode template, ResourceKind ownerKind, JsonNode owner) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata").put("namespace", Meta.namespace(owner));
        for (String copied : new String[] {"labels", "annotations", "finalizers"}) {
            JsonNode value = template.path("metadata").path(copied);
            if (!value.isEmpty()) {
                metadata.set(copied, value.deepCopy());
            }
        }
        metadata.putArray("ownerReferences").add(Owners.reference(ownerKind, owner));
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Gives a Pod its owner's name with a random suffix. */
    static ObjectNode named(ObjectNode pod, JsonNode owner) {
        Meta.of(pod).put("generateName", Meta.name(owner) + "-");
        return pod;
    }

    static ObjectNode labelled(ObjectNode pod, String key, String value) {
        Json.child(Meta.of(pod), "labels").put(key, value);
        return pod;
    }

    static void tolerate(ObjectNode pod, String taint, String effect) {
        ObjectNode spec = Json.child(pod, "spec");
        ArrayNode tolerations =
                spec.get("tolerations") instanceof ArrayNode known ? known : spec.putArray("tolerations");
        tolerations
                .addObject()
                .put("effect", effect)
                .put("key", "node.kubernetes.io/" + taint)
                .put("operator", "Exists");
    }
}
