package io.sternway.systemtests.content;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    public static Map<String, Object> deployment(String namespace, String name, String version, PodBehaviour pods) {
        return deployment(namespace, name, version, 2, Map.of("sternway.io/pod", pods.annotation()));
    }

    /**
     * The same with a single Pod and a delay, in Go notation: until the Pod does what it does; one that is ready and then
     * crashes is ready after the delay, and crashes after another.
     */
    public static Map<String, Object> deployment(
            String namespace, String name, String version, PodBehaviour pods, String delay) {
        return deployment(
                namespace,
                name,
                version,
                1,
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
                                        Map.of(
                                                "containers",
                                                List.of(Map.of("name", "main", "image", image(version)))))));
        return deployment;
    }

    /** An autoscaler of the Deployment of that name. */
    public static Map<String, Object> autoscaler(String namespace, String name, int least, int most) {
        Map<String, Object> autoscaler = object("autoscaling/v2", "HorizontalPodAutoscaler", namespace, name);
        autoscaler.put(
                "spec",
                Map.of(
                        "minReplicas",
                        least,
                        "maxReplicas",
                        most,
                        "scaleTargetRef",
                        Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", name),
                        "metrics",
                        List.of(Map.of(
                                "type",
                                "Resource",
                                "resource",
                                Map.of(
                                        "name",
                                        "cpu",
                                        "target",
                                        Map.of("type", "Utilization", "averageUtilization", 80))))));
        return autoscaler;
    }

    /** A Job of wave -1 that wants to be gone at once, whose Pod ends as its behaviour says. */
    public static Map<String, Object> migration(String namespace, String name, String version, String does) {
        Map<String, Object> job = object("batch/v1", "Job", namespace, name);
        Map<String, Object> metadata = new LinkedHashMap<>(Map.of("name", name, "namespace", namespace));
        metadata.put("annotations", Map.of("sternway.io/wave", "-1"));
        job.put("metadata", metadata);
        job.put(
                "spec",
                Map.of(
                        "backoffLimit", 0,
                        "ttlSecondsAfterFinished", 0,
                        "template",
                                Map.of(
                                        "metadata",
                                        Map.of("annotations", Map.of("sternway.io/pod", does)),
                                        "spec",
                                        Map.of(
                                                "restartPolicy",
                                                "Never",
                                                "containers",
                                                List.of(Map.of("name", "main", "image", image(version)))))));
        return job;
    }

    public static Map<String, Object> claim(String namespace, String name) {
        Map<String, Object> claim = object("v1", "PersistentVolumeClaim", namespace, name);
        claim.put(
                "spec",
                Map.of(
                        "accessModes", List.of("ReadWriteOnce"),
                        "resources", Map.of("requests", Map.of("storage", "1Mi"))));
        return claim;
    }

    /** A namespaced custom resource of group e2e.sternway.io, version v1, with any spec. */
    public static Map<String, Object> crd(String name, String kind, String plural) {
        Map<String, Object> crd = object("apiextensions.k8s.io/v1", "CustomResourceDefinition", null, name);
        Map<String, Object> anything = Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
        crd.put(
                "spec",
                Map.of(
                        "group",
                        "e2e.sternway.io",
                        "scope",
                        "Namespaced",
                        "names",
                        Map.of(
                                "kind",
                                kind,
                                "plural",
                                plural,
                                "singular",
                                kind.toLowerCase(Locale.ROOT),
                                "listKind",
                                kind + "List"),
                        "versions",
                        List.of(Map.of(
                                "name",
                                "v1",
                                "served",
                                true,
                                "storage",
                                true,
                                "schema",
                                Map.of(
                                        "openAPIV3Schema",
                                        Map.of("type", "object", "properties", Map.of("spec", anything)))))));
        return crd;
    }

    public static String image(String version) {
        return "registry.example.com/app:" + version;
    }

    /** An object with apiVersion, kind and metadata; the rest is put into it. */
    public static Map<String, Object> object(String apiVersion, String kind, @Nullable String namespace, String name) {
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
