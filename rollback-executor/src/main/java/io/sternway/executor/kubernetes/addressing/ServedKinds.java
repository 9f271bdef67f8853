package io.sternway.executor.kubernetes.addressing;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Failed;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.executor.kubernetes.api.ClusterApi.Reply;
import io.sternway.vocabulary.DeploymentReason;
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
public final class ServedKinds {
    /** What every Kubernetes serves: API version, scope, then kinds with their resources. */
    private static final String STABLE_LINES = """
        v1 namespaced ConfigMap configmaps Secret secrets Service services Pod pods ServiceAccount serviceaccounts
        v1 namespaced PersistentVolumeClaim persistentvolumeclaims LimitRange limitranges ResourceQuota resourcequotas
        v1 namespaced Endpoints endpoints ReplicationController replicationcontrollers
        v1 cluster Namespace namespaces PersistentVolume persistentvolumes
        apps/v1 namespaced Deployment deployments StatefulSet statefulsets DaemonSet daemonsets ReplicaSet replicasets
        batch/v1 namespaced Job jobs CronJob cronjobs
        rbac.authorization.k8s.io/v1 namespaced Role roles RoleBinding rolebindings
        rbac.authorization.k8s.io/v1 cluster ClusterRole clusterroles ClusterRoleBinding clusterrolebindings
        networking.k8s.io/v1 namespaced Ingress ingresses NetworkPolicy networkpolicies
        policy/v1 namespaced PodDisruptionBudget poddisruptionbudgets
        autoscaling/v2 namespaced HorizontalPodAutoscaler horizontalpodautoscalers
        apiextensions.k8s.io/v1 cluster CustomResourceDefinition customresourcedefinitions""";

    private static final Map<String, Map<String, ServedKind>> STABLE = stable();
    private static final String GROUPS = "/apis";

    private final Map<String, Map<String, ServedKind>> asked = new ConcurrentHashMap<>();

    /** How the kind of this object is addressed; empty if the cluster does not serve it under the version of the name. */
    public Optional<ServedKind> find(ClusterApi api, String cluster, ObjectName name) {
        ServedKind stable = STABLE.getOrDefault(name.apiVersion(), Map.of()).get(name.kind());
        if (stable != null) {
            return Optional.of(stable);
        }
        ServedKind known = asked.getOrDefault(key(cluster, name), Map.of()).get(name.kind());
        return known == null ? ask(api, cluster, name) : Optional.of(known);
    }

    /** The same, whatever was known before: a call has answered that there is no such kind. */
    public Optional<ServedKind> ask(ClusterApi api, String cluster, ObjectName name) {
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
    public Optional<String> path(ClusterApi api, String cluster, ObjectName name) {
        Optional<String> path = find(api, cluster, name).map(kind -> kind.path(name));
        return path.isPresent() ? path : underAnotherVersion(api, cluster, name);
    }

    /** The same, whatever was known before: a call has answered that there is no such kind. */
    public Optional<String> askPath(ClusterApi api, String cluster, ObjectName name) {
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
            throw AttemptEndedException.soon(DeploymentReason.DiscoveryFailed, "the list of API groups is empty");
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

    private static AttemptEndedException end(ObjectName name, Failed failed) {
        return failed.ofRead()
                .end(name, DeploymentReason.DiscoveryFailed, failed.answer().message());
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
        for (String line : STABLE_LINES.lines().toList()) {
            String[] words = line.split(" ", -1);
            boolean namespaced = words[1].equals("namespaced");
            Map<String, ServedKind> served = kinds.computeIfAbsent(words[0], version -> new HashMap<>());
            for (int i = 2; i < words.length; i += 2) {
                served.put(words[i], new ServedKind(words[i + 1], namespaced));
            }
        }
        return kinds;
    }
}
