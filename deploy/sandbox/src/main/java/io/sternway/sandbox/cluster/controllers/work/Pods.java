package io.sternway.sandbox.cluster.controllers.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.time.Duration;
import java.util.Comparator;

/** What controllers ask of Pods, and how they make them. */
public final class Pods {
    /** Which Pods are deleted first when there are too many: those that serve least, then the youngest. */
    public static final Comparator<JsonNode> LEAST_VALUABLE_FIRST = Comparator.<JsonNode, Boolean>comparing(
                    pod -> pod.path("spec").has("nodeName"))
            .thenComparing(pod -> phase(pod).equals("Running"))
            .thenComparing(Pods::ready)
            .thenComparing(pod -> readyCondition(pod).path("lastTransitionTime").asText(), Comparator.reverseOrder())
            .thenComparing(pod -> pod.at("/metadata/creationTimestamp").asText(), Comparator.reverseOrder());

    private Pods() {}

    public static String phase(JsonNode pod) {
        return pod.at("/status/phase").asText("Pending");
    }

    public static boolean ended(JsonNode pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /** Neither ended nor on its way out. */
    public static boolean active(JsonNode pod) {
        return !ended(pod) && !Meta.deleting(pod);
    }

    public static boolean ready(JsonNode pod) {
        return readyCondition(pod).path("status").asText().equals("True");
    }

    /** Ready for at least {@code minReadySeconds}. */
    public static boolean available(JsonNode pod, int minReadySeconds, ControllerClient client) {
        return ready(pod)
                && (minReadySeconds == 0
                        || client.since(readyCondition(pod).path("lastTransitionTime"))
                                        .compareTo(Duration.ofSeconds(minReadySeconds))
                                >= 0);
    }

    private static JsonNode readyCondition(JsonNode pod) {
        return Conditions.get(pod.path("status"), "Ready");
    }

    /** A Pod of a template, controlled by {@code owner}; without a name yet. */
    public static ObjectNode from(JsonNode template, ResourceKind ownerKind, JsonNode owner) {
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
    public static ObjectNode named(ObjectNode pod, JsonNode owner) {
        Meta.of(pod).put("generateName", Meta.name(owner) + "-");
        return pod;
    }

    public static ObjectNode labelled(ObjectNode pod, String key, String value) {
        Meta.of(pod).withObjectProperty("labels").put(key, value);
        return pod;
    }
}
