package io.sternway.watcher.kubernetes;

import io.sternway.watcher.app.observe.ClusterReads.Query;
import io.sternway.watcher.domain.watch.ObjectKey;
import io.sternway.watcher.domain.watch.ResourceKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Paths of the Kubernetes API, made from what the executor recorded, without asking for discovery. */
final class ApiPaths {

    private ApiPaths() {}

    static String object(ResourceKind kind, ObjectKey key) {
        return collection(kind, key.namespace()) + "/" + encode(key.name());
    }

    static String page(Query query, int limit, @Nullable String next) {
        StringBuilder path = new StringBuilder(collection(query.kind(), query.namespace()))
                .append("?limit=")
                .append(limit);
        if (query.selector() != null) {
            path.append("&labelSelector=").append(encode(query.selector()));
        }
        if (next != null) {
            return path.append("&continue=").append(encode(next)).toString();
        }
        if (query.notOlderThan() != null) {
            path.append("&resourceVersion=")
                    .append(encode(query.notOlderThan()))
                    .append("&resourceVersionMatch=NotOlderThan");
        }
        return path.toString();
    }

    static String watch(ResourceKind kind, @Nullable String namespace, int seconds) {
        String path = collection(kind, namespace) + "?watch=true&timeoutSeconds=" + seconds;
        // In one namespace it is for Pods, which do not carry an inventory's label.
        return namespace == null ? path + "&labelSelector=" + encode("applyset.kubernetes.io/part-of") : path;
    }

    private static String collection(ResourceKind kind, @Nullable String namespace) {
        String root = kind.apiVersion().indexOf('/') < 0 ? "/api/" : "/apis/";
        String place = namespace == null ? "" : "/namespaces/" + encode(namespace);
        return root + kind.apiVersion() + place + "/" + kind.resource();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
