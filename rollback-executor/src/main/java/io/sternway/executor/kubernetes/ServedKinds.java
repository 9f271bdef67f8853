package io.sternway.executor.kubernetes;

import io.sternway.executor.domain.answer.Meaning;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.kubernetes.ClusterApi.Failed;
import io.sternway.executor.kubernetes.ClusterApi.Ok;
import io.sternway.executor.kubernetes.ClusterApi.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which kinds a cluster serves. What every Kubernetes serves under a stable version is known without asking; the rest is
 * asked once for each API version and cluster, and again after a call has answered that there is no such kind.
 *
 * <p>Anything on the way may answer 404: that a kind is not served is believed only of an API server that lists its
 * groups without it. What cannot be found out ends the attempt.
 */
final class ServedKinds {
    private static final Map<String, Map<String, ServedKind>> STABLE = stable();
    private static final String GROUPS = "/apis";

    private final Map<String, Map<String, ServedKind>> asked = new ConcurrentHashMap<>();

    /** How the kind of this object is addressed; empty if the cluster does not serve it under the version of the name. */
    Optional<ServedKind> find(ClusterApi api, String cluster, ObjectName name) {
        ServedKind stable = STABLE.getOrDefault(name.apiVersion(), Map.of()).get(name.kind());
        if (stable != null) {
            return Optional.of(stable);
        }
        ServedKind known = asked.getOrDefault(key(cluster, name), Map.of()).get(name.kind());
        return known == null ? ask(api, cluster, name) : Optional.of(known);
    }

    /** The same, whatever was known before: a call has answered that there is no such kind. */
    Optional<ServedKind> ask(ClusterApi api, String cluster, ObjectName name) {
        String version = (name.group().isEmpty() ? "/api/" : GROUPS + "/") + name.apiVersion();
        Reply reply = api.get(version);
        if (reply instanceof Ok ok) {
            Map<String, ServedKind> kinds = read(ok.object());
            asked.put(key(cluster, name), kinds);
            return Optional.ofNullable(kinds.get(name.kind()));
        }
        asked.remove(key(cluster, name));
        Failed failed = (Failed) reply;
        boolean missing = failed.answer().status() == 404
                && !name.group().isEmpty()
                && !versions(api, name).contains(name.apiVersion());
        if (missing) {
            return Optional.empty();
        }
        throw end(name, failed);
    }

    /**
     * Where an object is that was written under this name; empty if there is no such kind any more, and so no object of
     * it. A definition may have dropped the version of the name: the object is still there, under another.
     */
    Optional<String> path(ClusterApi api, String cluster, ObjectName name) {
        Optional<String> path = find(api, cluster, name).map(kind -> kind.path(name));
        return path.isPresent() ? path : underAnotherVersion(api, cluster, name);
    }

    /** The same, whatever was known before: a call has answered that there is no such kind. */
    Optional<String> askPath(ClusterApi api, String cluster, ObjectName name) {
        Optional<String> path = ask(api, cluster, name).map(kind -> kind.path(name));
        return path.isPresent() ? path : underAnotherVersion(api, cluster, name);
    }

    private Optional<String> underAnotherVersion(ClusterApi api, String cluster, ObjectName name) {
        for (String version : versions(api, name)) {
            ObjectName other = new ObjectName(version, name.kind(), name.namespace(), name.name());
            Optional<ServedKind> kind =
                    name.apiVersion().equals(version) ? Optional.empty() : find(api, cluster, other);
            if (kind.isPresent()) {
                return kind.map(served -> served.path(other));
            }
        }
        return Optional.empty();
    }

    /** The API versions of the object's group that are served. */
    private static List<String> versions(ClusterApi api, ObjectName name) {
        Reply reply = api.get(GROUPS);
        if (reply instanceof Failed failed) {
            throw end(name, failed);
        }
        List<Map<String, Object>> groups = Fields.maps(((Ok) reply).object(), "groups");
        if (groups.isEmpty()) {
            throw Ended.soon("DiscoveryFailed", "the list of API groups is empty");
        }
        return groups.stream()
                .filter(group -> name.group().equals(Fields.text(group, "", "name")))
                .flatMap(group -> Fields.maps(group, "versions").stream())
                .map(version -> Fields.text(version, "", "groupVersion"))
                .toList();
    }

    private static String key(String cluster, ObjectName name) {
        return cluster + " " + name.apiVersion();
    }

    private static Ended end(ObjectName name, Failed failed) {
        Meaning meaning = Meaning.of(failed.answer());
        if (meaning instanceof Meaning.TryAgain again) {
            return Ended.tryAgain(again, false);
        }
        if (meaning instanceof Meaning.Refused refused) {
            return Ended.refused(Faults.refused(
                    name, new Meaning.Refused(refused.reason(), refused.message(), false, refused.causes())));
        }
        return Ended.soon("DiscoveryFailed", failed.answer().message());
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
