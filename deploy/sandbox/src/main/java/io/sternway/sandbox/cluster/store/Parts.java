package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.apply.TypeCheck;
import java.util.ArrayList;
import java.util.List;

/** Which part of an object a write reaches. */
final class Parts {
    private static final List<String> SYSTEM = List.of(
            "name",
            "namespace",
            "uid",
            "creationTimestamp",
            "generation",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "resourceVersion");

    private Parts() {}

    /** The live object with one part as wanted. Shares nodes with both. */
    static ObjectNode lay(ResourceKind kind, Subresource part, ObjectNode live, ObjectNode wanted) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        switch (part) {
            case MAIN -> {
                out.setAll(wanted);
                if (kind.has("status")) {
                    copy(live, out, "status");
                }
            }
            case STATUS -> {
                out.setAll(live);
                copy(wanted, out, "status");
                if (BuiltIn.ALL.contains(kind)) {
                    // How the deployment controller writes the revision, without a new generation.
                    out.set(
                            "metadata",
                            with(
                                    live,
                                    "metadata",
                                    "annotations",
                                    wanted.path("metadata").path("annotations")));
                }
            }
            case SCALE -> {
                out.setAll(live);
                out.set(
                        "spec",
                        with(live, "spec", "replicas", wanted.path("spec").path("replicas")));
            }
            case FINALIZE -> {
                out.setAll(live);
                out.set(
                        "spec",
                        with(live, "spec", "finalizers", wanted.path("spec").path("finalizers")));
            }
            case BINDING -> {
                out.setAll(live);
                out.set(
                        "spec",
                        with(live, "spec", "nodeName", wanted.path("spec").path("nodeName")));
            }
            case EVICTION -> throw new IllegalArgumentException("an eviction is a delete");
        }
        return out;
    }

    private static void copy(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value);
        }
    }

    private static ObjectNode with(ObjectNode live, String parent, String field, JsonNode value) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        if (live.get(parent) instanceof ObjectNode known) {
            out.setAll(known);
        }
        if (value.isMissingNode() || value.isNull()) {
            out.remove(field);
        } else {
            out.set(field, value);
        }
        return out;
    }

    /** What only the API server writes stays as it is. */
    static void keepSystemMetadata(ObjectNode live, ObjectNode next) {
        ObjectNode metadata = Meta.of(next);
        JsonNode known = live.path("metadata");
        for (String field : SYSTEM) {
            if (known.has(field)) {
                metadata.set(field, known.get(field));
            } else {
                metadata.remove(field);
            }
        }
        if (!metadata.has("generateName") && known.has("generateName")) {
            metadata.set("generateName", known.get("generateName"));
        }
    }

    /** Top-level fields of an applied object that the part does not hold. */
    static List<String> ignored(ResourceKind kind, Subresource part, ObjectNode content) {
        if (part == Subresource.MAIN) {
            return kind.has("status") ? List.of("status") : List.of();
        }
        List<String> out = new ArrayList<>();
        content.fieldNames().forEachRemaining(name -> {
            if (!name.equals("status") && !name.equals("apiVersion") && !name.equals("kind")) {
                out.add(name);
            }
        });
        return out;
    }

    /** The object with its namespace, which the URL may have said alone. */
    static ObjectNode in(String namespace, ObjectNode object) {
        if (namespace.isEmpty() || namespace.equals(Meta.namespace(object))) {
            return object;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.setAll(object);
        ObjectNode metadata = out.putObject("metadata");
        if (object.get("metadata") instanceof ObjectNode known) {
            metadata.setAll(known);
        }
        metadata.put("namespace", namespace);
        return out;
    }

    static String uidMismatch(ResourceKind kind, ObjectNode live, String uid) {
        String key = "/registry/" + kind.plural() + "/" + (kind.namespaced() ? Meta.namespace(live) + "/" : "")
                + Meta.name(live);
        return "StorageError: invalid object, Code: 4, Key: " + key
                + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: " + uid
                + ", UID in object meta: " + Meta.uid(live);
    }

    static ApiFailure untyped(ResourceKind kind, ObjectNode content, List<String> faults) {
        String why = faults.size() == 1 ? faults.get(0) : "errors:\n  " + String.join("\n  ", faults);
        return Failures.internal("failed to create typed patch object (" + what(kind, content) + "): " + why);
    }

    static ApiFailure unconvertible(ResourceKind kind, ObjectNode content) {
        return Failures.internal("failed to convert new object (" + what(kind, content)
                + ") to proper version: unable to convert unstructured object to " + goKind(kind) + ": "
                + TypeCheck.INVALID_QUANTITY);
    }

    private static String what(ResourceKind kind, ObjectNode content) {
        return Meta.namespace(content) + "/" + Meta.name(content) + "; " + goKind(kind);
    }

    private static String goKind(ResourceKind kind) {
        return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
    }
}
