package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What every manifest must have: apiVersion, kind and a name of its own. */
final class ManifestForm {

    private static final Pattern API_VERSION = Pattern.compile("([a-z0-9.-]+/)?v[a-z0-9]+");
    private static final Pattern KIND = Pattern.compile("[A-Za-z][A-Za-z0-9]*");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final int LONGEST_NAME = 253;

    private ManifestForm() {}

    /** {@code v1 List}, or a typed list as {@code kubectl get} prints it. */
    static boolean isList(JsonNode manifest) {
        return manifest.path("kind").asText().endsWith("List")
                && manifest.path("items").isArray();
    }

    /** Whether there is enough to name the object; the rest can be checked only then. */
    static boolean isWellFormed(JsonNode manifest, FieldPath path, List<Fault> faults) {
        if (!manifest.isObject()) {
            faults.add(new Fault(path.text(), shown(manifest), "must be a Kubernetes object with apiVersion and kind"));
            return false;
        }
        int before = faults.size();
        matches(manifest.get("apiVersion"), API_VERSION, path.field("apiVersion"), "for example apps/v1", faults);
        matches(manifest.get("kind"), KIND, path.field("kind"), "for example Deployment", faults);
        JsonNode metadata = manifest.path("metadata");
        FieldPath metadataPath = path.field("metadata");
        if (metadata.has("generateName")) {
            faults.add(new Fault(
                    metadataPath.field("generateName").text(),
                    shown(metadata.get("generateName")),
                    "a generated name cannot be put back; give the object a name of its own"));
        } else {
            checkName(metadata.get("name"), metadataPath.field("name"), faults);
        }
        if (metadata.hasNonNull("namespace")) {
            checkNamespace(metadata.get("namespace"), metadataPath.field("namespace"), faults);
        }
        if (metadata.path("ownerReferences").size() > 0) {
            faults.add(new Fault(
                    metadataPath.field("ownerReferences").text(),
                    null,
                    "owners are named by uid, which is another one on each cluster; leave them out"));
        }
        return faults.size() == before;
    }

    /** Names the namespace where the kind is known to have one, and drops it where it is known to have none. */
    static void placeInNamespace(ObjectNode manifest) {
        ObjectIdentity identity = ObjectIdentity.of(manifest);
        if (!(manifest.get("metadata") instanceof ObjectNode metadata)) {
            return;
        }
        if (KnownKinds.isClusterScoped(identity.group(), identity.kind())
                || metadata.path("namespace").asText().isEmpty()) {
            metadata.remove("namespace");
        }
        if (KnownKinds.isNamespaced(identity.group(), identity.kind()) && !metadata.has("namespace")) {
            metadata.put("namespace", "default");
        }
    }

    /** A value as a fault shows it. */
    static @Nullable String shown(@Nullable JsonNode value) {
        if (value == null || value.isMissingNode()) {
            return null;
        }
        return value.isValueNode() ? value.asText() : value.isArray() ? "a list" : "an object";
    }

    private static void matches(
            @Nullable JsonNode value, Pattern pattern, FieldPath path, String example, List<Fault> faults) {
        if (value == null || !value.isTextual()) {
            faults.add(new Fault(path.text(), shown(value), "is required, " + example));
        } else if (!pattern.matcher(value.textValue()).matches()) {
            faults.add(new Fault(path.text(), value.textValue(), "is not well formed, " + example));
        }
    }

    private static void checkName(@Nullable JsonNode name, FieldPath path, List<Fault> faults) {
        if (name == null || !name.isTextual() || name.textValue().isEmpty()) {
            boolean otherType = name != null && !name.isTextual() && !name.isNull();
            faults.add(new Fault(
                    path.text(),
                    shown(name),
                    otherType ? "must be a string; put it in quotes" : "is required: every object has a name"));
            return;
        }
        String text = name.textValue();
        if (text.length() > LONGEST_NAME
                || text.contains("/")
                || text.contains("%")
                || text.equals(".")
                || text.equals("..")) {
            faults.add(new Fault(path.text(), text, "must be at most " + LONGEST_NAME + " characters without / and %"));
        }
    }

    private static void checkNamespace(JsonNode namespace, FieldPath path, List<Fault> faults) {
        if (!namespace.isTextual()) {
            faults.add(new Fault(path.text(), shown(namespace), "must be a string; put it in quotes"));
            return;
        }
        String text = namespace.textValue();
        boolean later = text.contains("${cluster.");
        if (!text.isEmpty() && !later && !NAMESPACE.matcher(text).matches()) {
            faults.add(new Fault(
                    path.text(), text, "must be a DNS label: lower-case letters, digits and -, at most 63 characters"));
        }
    }
}
