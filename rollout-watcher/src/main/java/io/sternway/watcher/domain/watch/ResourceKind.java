package io.sternway.watcher.domain.watch;

import io.sternway.vocabulary.ApiServerGroups;

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

    /** Whether every API server serves it by itself; any other kind comes and goes, and has a controller of its own. */
    public boolean builtIn() {
        return ApiServerGroups.contains(group());
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
