package io.sternway.executor.kubernetes;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which kinds a cluster serves. What every Kubernetes serves under a stable version is known without asking; the rest is
 * asked once for each API group and cluster, and again after a 404.
 */
final class ServedKinds {
    private static final Map<String, Map<String, ServedKind>> STABLE = stable();

    private final Map<String, Map<String, ServedKind>> asked = new ConcurrentHashMap<>();

    /** The answer to a question for a kind. */
    sealed interface Answer {}

    /** The cluster serves it, or does not: then it is empty. */
    record Known(Optional<ServedKind> kind) implements Answer {}

    /** It could not be found out. */
    record Unanswered(Failed reply) implements Answer {}

    Answer find(ClusterApi api, String cluster, String apiVersion, String kind) {
        Map<String, ServedKind> stable = STABLE.get(apiVersion);
        if (stable != null && stable.containsKey(kind)) {
            return new Known(Optional.of(stable.get(kind)));
        }
        String key = cluster + " " + apiVersion;
        Map<String, ServedKind> kinds = asked.get(key);
        if (kinds == null || !kinds.containsKey(kind)) {
            Reply reply = api.get((apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion);
            if (reply instanceof Failed failed) {
                return failed.answer().status() == 404 ? confirmed(api) : new Unanswered(failed);
            }
            kinds = read(((Ok) reply).object());
            asked.put(key, kinds);
        }
        return new Known(Optional.ofNullable(kinds.get(kind)));
    }

    /** Anything on the way may answer 404: a kind is missing only where the API server lists its groups. */
    private static Answer confirmed(ClusterApi api) {
        return api.get("/apis") instanceof Failed failed ? new Unanswered(failed) : new Known(Optional.empty());
    }

    /** A call answered that there is no such kind. */
    void forget(String cluster, String apiVersion) {
        asked.remove(cluster + " " + apiVersion);
    }

    private static Map<String, ServedKind> read(Map<String, Object> list) {
        Map<String, ServedKind> kinds = new HashMap<>();
        for (Map<String, Object> resource : Fields.maps(list, "resources")) {
            String name = Fields.text(resource, "", "name");
            if (!name.contains("/")) {
                kinds.put(
                        Fields.text(resource, "", "kind"),
                        new ServedKind(name, Boolean.TRUE.equals(resource.get("namespaced"))));
            }
        }
        return kinds;
    }

    private static Map<String, Map<String, ServedKind>> stable() {
        Map<String, Map<String, ServedKind>> kinds = new HashMap<>();
        add(
                kinds,
                "v1",
                true,
                "ConfigMap configmaps",
                "Secret secrets",
                "Service services",
                "Pod pods",
                "ServiceAccount serviceaccounts",
                "PersistentVolumeClaim persistentvolumeclaims",
                "LimitRange limitranges",
                "ResourceQuota resourcequotas",
                "Endpoints endpoints",
                "ReplicationController replicationcontrollers");
        add(kinds, "v1", false, "Namespace namespaces", "PersistentVolume persistentvolumes");
        add(
                kinds,
                "apps/v1",
                true,
                "Deployment deployments",
                "StatefulSet statefulsets",
                "DaemonSet daemonsets",
                "ReplicaSet replicasets");
        add(kinds, "batch/v1", true, "Job jobs", "CronJob cronjobs");
        add(kinds, "rbac.authorization.k8s.io/v1", true, "Role roles", "RoleBinding rolebindings");
        add(
                kinds,
                "rbac.authorization.k8s.io/v1",
                false,
                "ClusterRole clusterroles",
                "ClusterRoleBinding clusterrolebindings");
        add(kinds, "networking.k8s.io/v1", true, "Ingress ingresses", "NetworkPolicy networkpolicies");
        add(kinds, "policy/v1", true, "PodDisruptionBudget poddisruptionbudgets");
        add(kinds, "autoscaling/v2", true, "HorizontalPodAutoscaler horizontalpodautoscalers");
        add(kinds, "apiextensions.k8s.io/v1", false, "CustomResourceDefinition customresourcedefinitions");
        return kinds;
    }

    private static void add(
            Map<String, Map<String, ServedKind>> kinds, String apiVersion, boolean namespaced, String... names) {
        Map<String, ServedKind> of = kinds.computeIfAbsent(apiVersion, version -> new HashMap<>());
        for (String name : names) {
            int space = name.indexOf(' ');
            of.put(name.substring(0, space), new ServedKind(name.substring(space + 1), namespaced));
        }
    }
}
