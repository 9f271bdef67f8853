package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.settings.ApplyOptions.HelmHooks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * K0: brings content into the form in which it can always be put back, and refuses what cannot. Every fault is found at
 * once. Normalising what is normalised changes nothing.
 */
public final class Normalisation {

    private final HelmHooks helmHooks;
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, List<JsonNode>> applications = new LinkedHashMap<>();
    private final Map<ObjectIdentity, Manifest> seen = new HashMap<>();

    private Normalisation(HelmHooks helmHooks) {
        this.helmHooks = helmHooks;
    }

    /**
     * A manifest as somebody wrote it.
     *
     * @param application the application that it belongs to
     * @param path where it stands in the document
     * @param object the manifest; it is not changed
     */
    public record Manifest(String application, FieldPath path, JsonNode object) {}

    /**
     * What became of it.
     *
     * @param content the normalised content; incomplete if there are faults
     * @param faults everything that is wrong
     */
    public record Result(Content content, List<Fault> faults) {

        public Result {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Normalises one content: the common one, or what one stage adds.
     *
     * @param manifests every manifest of every application of it
     * @param helmHooks whether objects that carry {@code helm.sh/hook} are refused or left out (K6)
     */
    public static Result normalise(List<Manifest> manifests, HelmHooks helmHooks) {
        Normalisation run = new Normalisation(helmHooks);
        manifests.forEach(run::add);
        return new Result(
                new Content(run.applications.entrySet().stream()
                        .map(entry -> new Content.Application(entry.getKey(), entry.getValue()))
                        .toList()),
                run.faults);
    }

    private void add(Manifest manifest) {
        List<JsonNode> objects = applications.computeIfAbsent(manifest.application(), name -> new ArrayList<>());
        if (ManifestForm.isList(manifest.object())) {
            addItems(manifest);
            return;
        }
        if (!ManifestForm.isWellFormed(manifest.object(), manifest.path(), faults)) {
            return;
        }
        ObjectNode object = manifest.object().deepCopy();
        ServerFields.strip(object);
        if (isHelmHook(object)) {
            if (helmHooks == HelmHooks.Refuse) {
                faults.add(new Fault(
                        manifest.path()
                                .fields("metadata", "annotations", "helm.sh/hook")
                                .text(),
                        object.path("metadata")
                                .path("annotations")
                                .path("helm.sh/hook")
                                .asText(),
                        "hooks of Helm do not run here; leave them out of what is rendered (helm template --no-hooks), "
                                + "or set helmHooks: Ignore for the stage to leave them out"));
            }
            return;
        }
        ManifestForm.placeInNamespace(object);
        checkAndComplete(object, manifest.path());
        Manifest first = seen.putIfAbsent(ObjectIdentity.of(object), manifest);
        if (first != null) {
            faults.add(new Fault(
                    manifest.path().text(),
                    ObjectIdentity.of(object).toString(),
                    "the same object is already at " + first.path() + " (application " + first.application()
                            + "); one content has an object once"));
        } else {
            objects.add(object);
        }
    }

    private void addItems(Manifest list) {
        JsonNode items = list.object().path("items");
        String itemKind = list.object().path("kind").asText();
        itemKind = itemKind.substring(0, itemKind.length() - "List".length());
        for (int i = 0; i < items.size(); i++) {
            JsonNode item = items.get(i);
            if (!itemKind.isEmpty() && item.isObject()) {
                ObjectNode named = item.deepCopy();
                if (!named.has("kind")) {
                    named.put("kind", itemKind);
                }
                if (!named.has("apiVersion")) {
                    named.set("apiVersion", list.object().path("apiVersion"));
                }
                item = named;
            }
            add(new Manifest(list.application(), list.path().field("items").index(i), item));
        }
    }

    private void checkAndComplete(ObjectNode object, FieldPath path) {
        if (Secrets.isSecret(object) && Secrets.hasData(object, path, faults)) {
            return;
        }
        StringValues.check(object, path, faults);
        faults.addAll(Placeholders.check(object, path));
        ReservedNames.check(object, path, faults);
        ListKeys.check(object, path, faults);
        Strategies.nameWhole(object, path, faults);
        ServiceAccounts.nameExplicitly(object, path, faults);
    }

    private static boolean isHelmHook(JsonNode object) {
        return object.path("metadata").path("annotations").has("helm.sh/hook");
    }
}
