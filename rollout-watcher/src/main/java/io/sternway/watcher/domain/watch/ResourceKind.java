package io.sternway.watcher.domain.watch;

import java.util.Set;

/**
 * A kind as a cluster's API serves it.
 *
 * @param apiVersion group/version, or version for the core group
 * @param kind the kind
 * @param resource the plural, as in URLs
 */
public record ResourceKind(String apiVersion, String kind, String resource) implements Comparable<ResourceKind> {

    public static final ResourceKind POD = new ResourceKind("v1", "Pod", "pods");
    public static final ResourceKind REPLICA_SET = new ResourceKind("apps/v1", "ReplicaSet", "replicasets");

    private static final Set<String> GROUPS_OF_THE_API_SERVER = Set.of(
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "rbac.authorization.k8s.io",
            "scheduling.k8s.io",
            "storage.k8s.io");

    /** Whether every API server serves its group: groups of definitions have a dot, and only those come and go. */
    public boolean builtIn() {
        String group = group();
        return !group.contains(".") || GROUPS_OF_THE_API_SERVER.contains(group);
    }

    /** Whether its controller is no part of the cluster: built-in groups have no dot, or end in k8s.io. */
    public boolean hasOwnController() {
        String group = group();
        return group.indexOf('.') >= 0 && !group.endsWith(".k8s.io");
    }

    /** {@code group/Kind}, or {@code Kind} for the core group: what holds for every version of it. */
    public String groupKind() {
        String group = group();
        return group.isEmpty() ? kind : group + "/" + kind;
    }

    private String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Secrets are never read: the watcher has no right to, and no use for their values. */
    public boolean isSecret() {
        return apiVersion.equals("v1") && kind.equals("Secret");
    }

    @Override
    public int compareTo(ResourceKind other) {
        int byVersion = apiVersion.compareTo(other.apiVersion);
        return byVersion != 0 ? byVersion : kind.compareTo(other.kind);
    }

    /** For people: {@code deployments.apps}. */
    @Override
    public String toString() {
        String group = group();
        return group.isEmpty() ? resource : resource + "." + group;
    }
}
