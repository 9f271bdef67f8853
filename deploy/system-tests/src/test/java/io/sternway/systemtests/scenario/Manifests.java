package io.sternway.systemtests.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kubernetes objects of the scenarios, as maps. */
public final class Manifests {

    private Manifests() {}

    public static Map<String, Object> namespace(String name) {
        return object("v1", "Namespace", null, name);
    }

    public static Map<String, Object> configMap(String namespace, String name, Map<String, String> data) {
        Map<String, Object> map = object("v1", "ConfigMap", namespace, name);
        map.put("data", data);
        return map;
    }

    /** A Deployment whose image says its version. */
    public static Map<String, Object> deployment(String namespace, String name, String version, Pods pods) {
        return deployment(namespace, name, version, 2, Map.of("sternway.io/pod", pods.annotation()));
    }

    /** The same with a delay until the Pods do what they do, in Go notation. */
    public static Map<String, Object> deployment(
            String namespace, String name, String version, Pods pods, String delay) {
        return deployment(
                namespace,
                name,
                version,
                2,
                Map.of("sternway.io/pod", pods.annotation(), "sternway.io/pod-delay", delay));
    }

    /** The same with replicas and annotations of the template. */
    public static Map<String, Object> deployment(
            String namespace, String name, String version, int replicas, Map<String, String> annotations) {
        Map<String, String> labels = Map.of("app", name);
        Map<String, Object> deployment = object("apps/v1", "Deployment", namespace, name);
        deployment.put(
                "spec",
                Map.of(
                        "replicas", replicas,
                        "selector", Map.of("matchLabels", labels),
                        "template",
                                Map.of(
                                        "metadata",
                                        Map.of("labels", labels, "annotations", annotations),
                                        "spec",
                                        Map.of("containers", List.of(Map.of("name", "main", "image", image(version)))))));
        return deployment;
    }

    public static String image(String version) {
        return "registry.example.com/app:" + version;
    }

    /** An object with apiVersion, kind and metadata; the rest is put into it. */
    public static Map<String, Object> object(
            String apiVersion, String kind, @Nullable String namespace, String name) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        if (namespace != null) {
            metadata.put("namespace", namespace);
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", apiVersion);
        object.put("kind", kind);
        object.put("metadata", metadata);
        return object;
    }
}
