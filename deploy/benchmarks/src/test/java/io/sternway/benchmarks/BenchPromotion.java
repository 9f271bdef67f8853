package io.sternway.benchmarks;

import io.sternway.systemtests.content.Documents;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A promotion with one application, a Deployment of three replicas in a namespace of its own, and one stage on every
 * cluster of the bed.
 *
 * @param promotion its name, a DNS label; the namespace has the same
 */
public record BenchPromotion(String promotion) {

    private static final String PROJECT = "bench";
    private static final String APPLICATION = "app";
    private static final int REPLICAS = 3;

    public String key() {
        return PROJECT + "/" + promotion;
    }

    /** The namespace of its objects. */
    public String namespace() {
        return promotion;
    }

    /** The document of a version whose PodBehaviour do that at once. */
    public String document(String version, PodBehaviour pods) {
        return document(version, REPLICAS, Map.of("sternway.io/pod", pods.annotation()), Map.of());
    }

    /** The document of a version whose PodBehaviour crash at an instant (RFC 3339, real control planes only). */
    public String crashingAt(String version, String instant) {
        return document(
                version,
                REPLICAS,
                Map.of("sternway.io/pod", PodBehaviour.CRASH.annotation(), "sternway.io/pod-delay", instant),
                Map.of());
    }

    /**
     * A document.
     *
     * @param version the image's tag
     * @param replicas of the Deployment
     * @param annotations of the Pod template
     * @param rollout more fields of the stage's rollout
     */
    public String document(String version, int replicas, Map<String, String> annotations, Map<String, Object> rollout) {
        Map<String, Object> whole = new LinkedHashMap<>(Map.of("type", "All", "progressDeadline", "30m"));
        whole.putAll(rollout);
        Map<String, Object> stage = Map.of(
                "name",
                "all",
                "clusterSelector",
                Map.of("matchLabels", Map.of("slot", "bench")),
                "rollout",
                whole,
                "onFailure",
                "Rollback");
        List<Map<String, Object>> manifests = List.of(
                Manifests.namespace(namespace()),
                Manifests.deployment(namespace(), APPLICATION, version, replicas, annotations));
        return Json.write(Documents.promotion(PROJECT, promotion, APPLICATION, manifests, List.of(stage)));
    }
}
