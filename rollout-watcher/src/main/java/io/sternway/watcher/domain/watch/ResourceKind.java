package io.sternway.watcher.domain.watch;

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
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? resource : resource + "." + apiVersion.substring(0, slash);
    }
}
