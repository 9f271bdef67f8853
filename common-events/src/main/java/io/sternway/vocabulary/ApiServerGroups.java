package io.sternway.vocabulary;

import java.util.Set;

/**
 * The API groups that kube-apiserver itself brings. Every other group belongs to a definition or to another server, and may
 * come and go: also one that ends in {@code k8s.io}, such as {@code gateway.networking.k8s.io}.
 */
public final class ApiServerGroups {

    private static final Set<String> ALL = Set.of(
            "",
            "apps",
            "autoscaling",
            "batch",
            "extensions",
            "policy",
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "apiregistration.k8s.io",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "internal.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "rbac.authorization.k8s.io",
            "resource.k8s.io",
            "scheduling.k8s.io",
            "storage.k8s.io",
            "storagemigration.k8s.io");

    private ApiServerGroups() {}

    /** Whether the API server knows a group's kinds by itself; the core group is the empty text. */
    public static boolean contains(String group) {
        return ALL.contains(group);
    }
}
