package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who we are for a cluster, so that no binding by which we have our rights is ever deleted (K10). Asked when needed. */
final class Ourselves {
    private static final String PATH = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    private final ClusterApi api;
    private final String manager;
    private @Nullable Map<String, Object> user;

    Ourselves(ClusterApi api, String manager) {
        this.api = api;
        this.manager = manager;
    }

    /** Whether the binding gives rights to us; also where nobody can say. */
    synchronized boolean isBoundBy(Map<String, Object> binding) {
        Map<String, Object> known = user == null ? ask() : user;
        user = known;
        return known.isEmpty() || Fields.maps(binding, "subjects").stream().anyMatch(subject -> isUs(subject, known));
    }

    private Map<String, Object> ask() {
        Map<String, Object> review = new HashMap<>();
        review.put("apiVersion", "authentication.k8s.io/v1");
        review.put("kind", "SelfSubjectReview");
        return api.create(PATH, review, manager, false) instanceof Ok ok
                ? Fields.map(ok.object(), "status", "userInfo")
                : Map.of();
    }

    private static boolean isUs(Map<String, Object> subject, Map<String, Object> user) {
        String name = Fields.text(subject, "", "name");
        return switch (Fields.text(subject, "", "kind")) {
            case "Group" -> user.get("groups") instanceof List<?> groups && groups.contains(name);
            case "ServiceAccount" ->
                ("system:serviceaccount:" + Fields.text(subject, "", "namespace") + ":" + name)
                        .equals(user.get("username"));
            default -> name.equals(user.get("username"));
        };
    }
}
