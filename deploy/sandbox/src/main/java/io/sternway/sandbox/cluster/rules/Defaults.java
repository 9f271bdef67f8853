package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Fills in what a user left out, before anything looks at the object: idempotent. {@code defaults.yaml} says what. */
public final class Defaults {
    private static final JsonNode KNOWN = read();

    private Defaults() {}

    private static JsonNode read() {
        try (InputStream in = Defaults.class.getResourceAsStream("defaults.yaml")) {
            return new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void apply(ResourceKind kind, ObjectNode object) {
        fill(object, KNOWN.path(kind.qualifiedPlural()));
        switch (kind.qualifiedPlural()) {
            case "deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps" ->
                podSpec(object.withObject("/spec/template/spec"));
            case "jobs.batch" -> {
                if (!object.path("spec").has("completions")) {
                    object.withObject("/spec").put("completions", 1);
                }
                podSpec(object.withObject("/spec/template/spec"));
            }
            case "cronjobs.batch" -> podSpec(object.withObject("/spec/jobTemplate/spec/template/spec"));
            case "pods" -> podSpec(object.withObject("/spec"));
            case "services" ->
                each(object.at("/spec/ports"), port -> {
                    if (!port.has("targetPort") && port.has("port")) {
                        port.set("targetPort", port.get("port"));
                    }
                });
            case "namespaces" ->
                object.withObject("/metadata/labels").put("kubernetes.io/metadata.name", Meta.name(object));
            case "secrets" -> encode(object);
            case "customresourcedefinitions.apiextensions.k8s.io" -> {
                ObjectNode names = object.withObject("/spec/names");
                String name = names.path("kind").asText("");
                put(names, "singular", TextNode.valueOf(name.toLowerCase(Locale.ROOT)));
                put(names, "listKind", TextNode.valueOf(name + "List"));
            }
            default -> {}
        }
    }

    private static void fill(ObjectNode node, JsonNode defaults) {
        for (Map.Entry<String, JsonNode> entry : defaults.properties()) {
            String[] words = entry.getKey().split(" if |=", -1);
            String name = words[0];
            JsonNode value = entry.getValue();
            if (words.length == 3 && !node.path(words[1]).asText().equals(words[2])) {
                continue;
            }
            if (name.endsWith("[]")) {
                each(node.path(name.substring(0, name.length() - 2)), item -> fill(item, value));
            } else if (name.endsWith("?")) {
                if (node.get(name.substring(0, name.length() - 1)) instanceof ObjectNode known) {
                    fill(known, value);
                }
            } else if (value.isObject()) {
                fill(node.withObjectProperty(name), value);
            } else {
                put(node, name, value);
            }
        }
    }

    /** An empty text is the same as none. */
    private static void put(ObjectNode node, String name, JsonNode value) {
        if (node.path(name).asText("").isEmpty()) {
            node.set(name, value);
        }
    }

    /** Works on each object of a list, if there is one. */
    static void each(JsonNode list, Consumer<ObjectNode> work) {
        for (JsonNode item : list) {
            if (item instanceof ObjectNode object) {
                work.accept(object);
            }
        }
    }

    private static void podSpec(ObjectNode spec) {
        fill(spec, KNOWN.path("podSpec"));
        String account = spec.path("serviceAccountName").asText("");
        String mirrored = account.isEmpty() ? spec.path("serviceAccount").asText("") : account;
        spec.remove(List.of("serviceAccountName", "serviceAccount"));
        if (!mirrored.isEmpty()) {
            spec.put("serviceAccountName", mirrored).put("serviceAccount", mirrored);
        }
        each(spec.path("containers"), Defaults::container);
        each(spec.path("initContainers"), Defaults::container);
    }

    private static void container(ObjectNode container) {
        fill(container, KNOWN.path("container"));
        String image = container.path("image").asText("");
        String last = image.substring(image.lastIndexOf('/') + 1);
        boolean latest = !last.contains("@") && (!last.contains(":") || last.endsWith(":latest"));
        put(container, "imagePullPolicy", TextNode.valueOf(latest ? "Always" : "IfNotPresent"));
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(probe) instanceof ObjectNode known) {
                fill(known, KNOWN.path("probe"));
            }
        }
    }

    private static void encode(ObjectNode secret) {
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            ObjectNode data = secret.withObjectProperty("data");
            plain.properties()
                    .forEach(entry -> data.put(
                            entry.getKey(),
                            Base64.getEncoder()
                                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }
}
