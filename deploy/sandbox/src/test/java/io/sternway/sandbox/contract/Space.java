package io.sternway.sandbox.contract;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** One test's namespace: requests by kind and name instead of by path. */
record Space(Api api, String namespace) {
    private static final String CORE = "/api/v1";

    /** kind → path of its collection; with %s, in a namespace. */
    private static final Map<String, String> COLLECTIONS = Map.ofEntries(
            Map.entry("Namespace", CORE + "/namespaces"),
            Map.entry("Node", CORE + "/nodes"),
            Map.entry("PersistentVolume", CORE + "/persistentvolumes"),
            Map.entry("ConfigMap", CORE + "/namespaces/%s/configmaps"),
            Map.entry("Secret", CORE + "/namespaces/%s/secrets"),
            Map.entry("Service", CORE + "/namespaces/%s/services"),
            Map.entry("ServiceAccount", CORE + "/namespaces/%s/serviceaccounts"),
            Map.entry("Pod", CORE + "/namespaces/%s/pods"),
            Map.entry("ResourceQuota", CORE + "/namespaces/%s/resourcequotas"),
            Map.entry("PersistentVolumeClaim", CORE + "/namespaces/%s/persistentvolumeclaims"),
            Map.entry("Deployment", "/apis/apps/v1/namespaces/%s/deployments"),
            Map.entry("ReplicaSet", "/apis/apps/v1/namespaces/%s/replicasets"),
            Map.entry("StatefulSet", "/apis/apps/v1/namespaces/%s/statefulsets"),
            Map.entry("DaemonSet", "/apis/apps/v1/namespaces/%s/daemonsets"),
            Map.entry("ControllerRevision", "/apis/apps/v1/namespaces/%s/controllerrevisions"),
            Map.entry("Job", "/apis/batch/v1/namespaces/%s/jobs"),
            Map.entry("CronJob", "/apis/batch/v1/namespaces/%s/cronjobs"),
            Map.entry("PodDisruptionBudget", "/apis/policy/v1/namespaces/%s/poddisruptionbudgets"),
            Map.entry("HorizontalPodAutoscaler", "/apis/autoscaling/v2/namespaces/%s/horizontalpodautoscalers"),
            Map.entry("Ingress", "/apis/networking.k8s.io/v1/namespaces/%s/ingresses"),
            Map.entry("NetworkPolicy", "/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies"),
            Map.entry("Role", "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/roles"),
            Map.entry("RoleBinding", "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/rolebindings"),
            Map.entry("ClusterRole", "/apis/rbac.authorization.k8s.io/v1/clusterroles"),
            Map.entry("Widget", "/apis/%s/v1/namespaces/%s/widgets"),
            Map.entry("CustomResourceDefinition", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"));

    String collection(String kind) {
        String path = COLLECTIONS.get(kind);
        if (path == null) {
            throw new IllegalArgumentException(kind);
        }
        // Each test has custom resources of a group of its own.
        return kind.equals("Widget") ? path.formatted(widgetGroup(), namespace) : path.formatted(namespace);
    }

    String path(String kind, String name) {
        return collection(kind) + "/" + name;
    }

    String widgetGroup() {
        return namespace + ".test";
    }

    Space as(Api other) {
        return new Space(other, namespace);
    }

    Space in(String other) {
        return new Space(api, other);
    }

    /** Server-side apply by manager "sternway". */
    Answer apply(String yaml) {
        return apply("sternway", yaml);
    }

    Answer apply(String manager, String yaml) {
        return apply(manager, "", yaml);
    }

    /** As above, with more of a query, as "&force=true". */
    Answer apply(String manager, String query, String yaml) {
        return api.patch(Api.APPLY, pathOf(yaml) + "?fieldManager=" + manager + query, yaml);
    }

    Answer force(String manager, String yaml) {
        return apply(manager, "&force=true", yaml);
    }

    Answer create(String yaml) {
        return api.post(collection(Api.yaml(yaml).path("kind").asText()), yaml);
    }

    Answer get(String kind, String name) {
        return api.get(path(kind, name));
    }

    Answer list(String kind, String query) {
        return api.get(collection(kind) + query);
    }

    Answer merge(String kind, String name, String yaml) {
        return api.patch(Api.MERGE, path(kind, name), yaml);
    }

    Answer delete(String kind, String name) {
        return api.delete(path(kind, name), "");
    }

    /** Deletes with DeleteOptions of these fields. */
    Answer delete(String kind, String name, String options) {
        return api.delete(path(kind, name), "{apiVersion: v1, kind: DeleteOptions, " + options + "}");
    }

    /** The object once it satisfies {@code expectations} (assertions); their failure after a minute, for a machine that is busy. */
    Answer until(String kind, String name, Consumer<Answer> expectations) {
        return untilPath(path(kind, name), expectations);
    }

    Answer untilGone(String kind, String name) {
        return until(kind, name, answer -> answer.is(404));
    }

    Answer untilListed(String kind, String query, Consumer<Answer> expectations) {
        return untilPath(collection(kind) + query, expectations);
    }

    private Answer untilPath(String path, Consumer<Answer> expectations) {
        AtomicReference<Answer> last = new AtomicReference<>();
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(25))
                .untilAsserted(() -> {
                    last.set(api.get(path));
                    expectations.accept(last.get());
                });
        return last.get();
    }

    private String pathOf(String yaml) {
        JsonNode object = Api.yaml(yaml);
        return path(object.path("kind").asText(), object.at("/metadata/name").asText());
    }
}
