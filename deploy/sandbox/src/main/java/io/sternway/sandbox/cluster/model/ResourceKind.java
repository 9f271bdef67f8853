package io.sternway.sandbox.cluster.model;

import java.util.List;
import java.util.Set;

/**
 * One served kind in one version.
 *
 * @param group empty for the core group
 * @param subresources of {@code status}, {@code scale}, …: what is served under an object beside itself
 */
public record ResourceKind(
        String group,
        String version,
        String kind,
        String plural,
        String singular,
        boolean namespaced,
        Set<String> subresources,
        List<String> shortNames) {

    public ResourceKind {
        subresources = Set.copyOf(subresources);
        shortNames = List.copyOf(shortNames);
    }

    /** One that is not served, to be named in a refusal. */
    public static ResourceKind named(String group, String kind, String plural) {
        return new ResourceKind(group, "v1", kind, plural, "", true, Set.of(), List.of());
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code deployments.apps}, as messages of the API server name it; also the same for all versions of a kind. */
    public String qualifiedPlural() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    public boolean has(String subresource) {
        return subresources.contains(subresource);
    }
}
