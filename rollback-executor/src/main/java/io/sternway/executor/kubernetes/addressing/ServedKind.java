package io.sternway.executor.kubernetes.addressing;

import io.sternway.executor.domain.content.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * How a kind is addressed.
 *
 * @param resource the plural resource name
 * @param namespaced whether its objects live in namespaces
 */
public record ServedKind(String resource, boolean namespaced) {

    public String collection(String apiVersion, @Nullable String namespace) {
        String root = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
        return namespaced ? root + "/namespaces/" + namespace + "/" + resource : root + "/" + resource;
    }

    public String path(ObjectName name) {
        return collection(name.apiVersion(), name.namespace()) + "/" + name.name();
    }
}
