package io.sternway.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sternway.settings.ApplyOptions.HelmHooks;
import io.sternway.snapshot.Normalisation.Manifest;
import java.util.Arrays;
import java.util.List;

/** Manifests of tests, written as YAML. */
final class Manifests {

    private static final YAMLMapper YAML = new YAMLMapper();

    private Manifests() {}

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static Normalisation.Result normalise(String... manifests) {
        return normalise(
                HelmHooks.Refuse, Arrays.stream(manifests).map(Manifests::yaml).toList());
    }

    static Normalisation.Result normalise(HelmHooks hooks, List<JsonNode> manifests) {
        FieldPath path = FieldPath.root().field("manifests");
        List<Manifest> sources = new java.util.ArrayList<>();
        for (int i = 0; i < manifests.size(); i++) {
            sources.add(new Manifest("shop", path.index(i), manifests.get(i)));
        }
        return Normalisation.normalise(sources, hooks);
    }

    /** The only object of a content without faults. */
    static JsonNode normalised(String manifest) {
        Normalisation.Result result = normalise(manifest);
        if (!result.faults().isEmpty()) {
            throw new AssertionError(result.faults());
        }
        return result.content().objects().get(0);
    }

    static Content content(String... manifests) {
        return normalise(manifests).content();
    }

    /** A Deployment with what a test is about in its spec and in its Pod's spec. */
    static String deployment(String spec, String podSpec, String container) {
        return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n"
                + "  selector: {matchLabels: {app: web}}\n"
                + (spec.isEmpty() ? "" : spec.indent(2))
                + "  template:\n    metadata: {labels: {app: web}}\n    spec:\n"
                + (podSpec.isEmpty() ? "" : podSpec.indent(6))
                + "      containers:\n      - name: web\n        image: web:1\n"
                + (container.isEmpty() ? "" : container.indent(8));
    }
}
