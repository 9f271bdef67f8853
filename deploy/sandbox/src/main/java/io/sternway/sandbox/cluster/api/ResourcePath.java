package io.sternway.sandbox.cluster.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a path below {@code /api} or {@code /apis} names.
 *
 * @param namespace empty for none
 * @param name empty for a collection
 * @param subresource empty for none
 */
record ResourcePath(String group, String version, String plural, String namespace, String name, String subresource) {

    /** Null when the path names no resource. */
    static @Nullable ResourcePath parse(List<String> path) {
        boolean core = !path.isEmpty() && path.get(0).equals("api");
        int start = core ? 2 : 3;
        if (path.size() <= start || !(core || path.get(0).equals("apis"))) {
            return null;
        }
        String group = core ? "" : path.get(1);
        String version = path.get(start - 1);
        List<String> rest = path.subList(start, path.size());
        boolean inNamespace = rest.size() >= 3
                && rest.get(0).equals("namespaces")
                && !(core
                        && rest.size() == 3
                        && (rest.get(2).equals("status") || rest.get(2).equals("finalize")));
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> tail = inNamespace ? rest.subList(2, rest.size()) : rest;
        if (tail.size() > 3) {
            return null;
        }
        return new ResourcePath(
                group,
                version,
                tail.get(0),
                namespace,
                tail.size() > 1 ? tail.get(1) : "",
                tail.size() > 2 ? tail.get(2) : "");
    }
}
