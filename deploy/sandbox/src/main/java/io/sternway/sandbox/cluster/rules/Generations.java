package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.util.List;
import java.util.Set;

/** Which kinds count generations, and what counts as a new one. */
public final class Generations {
    private static final Set<String> TRACKED = Set.of(
            "deployments.apps",
            "replicasets.apps",
            "statefulsets.apps",
            "daemonsets.apps",
            "jobs.batch",
            "cronjobs.batch",
            "pods",
            "poddisruptionbudgets.policy",
            "ingresses.networking.k8s.io",
            "ingressclasses.networking.k8s.io",
            "networkpolicies.networking.k8s.io",
            "priorityclasses.scheduling.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io");

    private Generations() {}

    public static boolean tracked(ResourceKind kind, boolean custom) {
        return custom || TRACKED.contains(kind.qualifiedPlural());
    }

    /** Whether a write of the main part makes a new generation. */
    public static boolean isNew(ResourceKind kind, boolean custom, ObjectNode before, ObjectNode after) {
        if (custom) {
            return !content(kind, before).equals(content(kind, after));
        }
        if (!before.path("spec").equals(after.path("spec"))) {
            return true;
        }
        return kind.qualifiedPlural().equals("deployments.apps")
                && !annotations(before).equals(annotations(after));
    }

    private static JsonNode annotations(JsonNode object) {
        return object.at("/metadata/annotations");
    }

    /** Everything but metadata, and status where that is a part of its own. */
    private static ObjectNode content(ResourceKind kind, ObjectNode object) {
        ObjectNode out = object.objectNode();
        out.setAll(object);
        out.remove(List.of("apiVersion", "metadata"));
        if (kind.has("status")) {
            out.remove("status");
        }
        return out;
    }
}
