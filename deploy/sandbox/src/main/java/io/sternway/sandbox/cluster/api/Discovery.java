package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.Kinds;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a cluster says of itself: versions, groups, resources, health. */
final class Discovery {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Discovery() {}

    /** Null when the path is none of discovery's. */
    static @Nullable Answer answer(List<String> path, Kinds kinds) {
        return switch (path.size()) {
            case 1 -> one(path.get(0), kinds);
            case 2 ->
                path.get(0).equals("api")
                        ? resources("", path.get(1), kinds)
                        : path.equals(List.of("openapi", "v3")) ? OpenApi.index(kinds) : null;
            case 3 -> path.get(0).equals("apis") ? resources(path.get(1), path.get(2), kinds) : null;
            case 4, 5 -> path.get(0).equals("openapi") ? OpenApi.of(path.subList(2, path.size()), kinds) : null;
            default -> null;
        };
    }

    private static @Nullable Answer one(String name, Kinds kinds) {
        return switch (name) {
            case "version" -> Answer.json(200, version());
            case "healthz", "readyz", "livez" -> Answer.text(200, "ok");
            case "api" -> {
                ObjectNode out = NODES.objectNode().put("kind", "APIVersions");
                out.putArray("versions").add("v1");
                yield Answer.json(200, out);
            }
            case "apis" -> {
                ObjectNode out = NODES.objectNode().put("kind", "APIGroupList").put("apiVersion", "v1");
                ArrayNode groups = out.putArray("groups");
                versions(kinds).forEach((group, versions) -> groups.add(groupNode(group, versions)));
                yield Answer.json(200, out);
            }
            default -> null;
        };
    }

    private static ObjectNode version() {
        return NODES.objectNode()
                .put("major", "1")
                .put("minor", "36")
                .put("gitVersion", "v1.36.3")
                .put("platform", "linux/amd64");
    }

    private static Map<String, SortedSet<String>> versions(Kinds kinds) {
        Map<String, SortedSet<String>> out = new LinkedHashMap<>();
        for (ResourceKind kind : kinds.all()) {
            if (!kind.group().isEmpty()) {
                out.computeIfAbsent(kind.group(), g -> new TreeSet<>(Comparator.reverseOrder()))
                        .add(kind.version());
            }
        }
        return out;
    }

    private static ObjectNode groupNode(String name, SortedSet<String> versions) {
        ObjectNode out = NODES.objectNode().put("name", name);
        ArrayNode list = out.putArray("versions");
        versions.forEach(version ->
                list.addObject().put("groupVersion", name + "/" + version).put("version", version));
        out.set("preferredVersion", list.get(0).deepCopy());
        return out;
    }

    private static @Nullable Answer resources(String group, String version, Kinds kinds) {
        ObjectNode out = NODES.objectNode()
                .put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = out.putArray("resources");
        kinds.all().stream()
                .filter(kind -> kind.group().equals(group) && kind.version().equals(version))
                .sorted(Comparator.comparing(ResourceKind::plural))
                .forEach(kind -> describe(kind, resources));
        return resources.isEmpty() ? null : Answer.json(200, out);
    }

    private static void describe(ResourceKind kind, ArrayNode out) {
        ObjectNode node = out.addObject()
                .put("name", kind.plural())
                .put("singularName", kind.singular())
                .put("namespaced", kind.namespaced())
                .put("kind", kind.kind());
        ArrayNode verbs = node.putArray("verbs");
        VERBS.forEach(verbs::add);
        if (!kind.shortNames().isEmpty()) {
            kind.shortNames().forEach(node.putArray("shortNames")::add);
        }
        for (String subresource : new TreeSet<>(kind.subresources())) {
            ObjectNode part = out.addObject()
                    .put("name", kind.plural() + "/" + subresource)
                    .put("singularName", "")
                    .put("namespaced", kind.namespaced());
            if (subresource.equals("scale")) {
                part.put("group", "autoscaling").put("version", "v1").put("kind", "Scale");
            } else {
                part.put("kind", kind.kind());
            }
            part.putArray("verbs").add("get").add("patch").add("update");
        }
    }
}
