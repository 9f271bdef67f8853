package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.Kinds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** So much of OpenAPI v3 that kubectl leaves validation to the server: which kinds can be patched, and how. */
final class OpenApi {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private OpenApi() {}

    private static String path(ResourceKind kind) {
        return kind.group().isEmpty() ? "api/" + kind.version() : "apis/" + kind.apiVersion();
    }

    static Answer index(Kinds kinds) {
        ObjectNode out = NODES.objectNode();
        ObjectNode paths = out.putObject("paths");
        for (ResourceKind kind : kinds.all()) {
            paths.putObject(path(kind)).put("serverRelativeURL", "/openapi/v3/" + path(kind));
        }
        return Answer.json(200, out);
    }

    /** @param groupVersion such as {@code apis, apps, v1}; null when nothing is served there */
    static @Nullable Answer of(List<String> groupVersion, Kinds kinds) {
        String wanted = String.join("/", groupVersion);
        ObjectNode out = NODES.objectNode().put("openapi", "3.0.0");
        out.putObject("info").put("title", "Kubernetes").put("version", "v1.36.3");
        ObjectNode paths = out.putObject("paths");
        for (ResourceKind kind : kinds.all()) {
            if (path(kind).equals(wanted)) {
                ObjectNode patch = paths.putObject("/" + wanted + "/" + kind.plural() + "/{name}")
                        .putObject("patch");
                for (String parameter : List.of("dryRun", "fieldManager", "fieldValidation", "force")) {
                    patch.withArray("parameters")
                            .addObject()
                            .put("name", parameter)
                            .put("in", "query");
                }
                patch.putObject("x-kubernetes-group-version-kind")
                        .put("group", kind.group())
                        .put("version", kind.version())
                        .put("kind", kind.kind());
            }
        }
        return paths.isEmpty() ? null : Answer.json(200, out);
    }
}
