package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.Subresource;
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
            case SCALE -> specField(live, wanted, "replicas", out);
            case FINALIZE -> specField(live, wanted, "finalizers", out);
            case BINDING -> specField(live, wanted, "nodeName", out);
        }
        return out;
    }

    private static void specField(ObjectNode live, ObjectNode wanted, String field, ObjectNode out) {
        out.setAll(live);
        out.set("spec", with(live, "spec", field, wanted.path("spec").path(field)));
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

    static String uidMismatch(ObjectNode live, String uid) {
        return "uid mismatch: the provided object specified uid " + uid + ", the stored one has " + Meta.uid(live);
    }

    static ApiFailure untyped(ResourceKind kind, ObjectNode content, List<String> faults) {
        String why = faults.size() == 1 ? faults.get(0) : "errors:\n  " + String.join("\n  ", faults);
        return Failures.internal(
                "failed to create typed patch object (" + Meta.namespace(content) + "/" + Meta.name(content) + "; "
                        + kind.group() + "/" + kind.version() + ", Kind=" + kind.kind() + "): " + why);
    }

    static ObjectNode withoutStatus(ResourceKind kind, ObjectNode object) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.setAll(object);
        if (kind.has("status")) {
            out.remove("status");
        }
        return out;
    }

    /** 409 when the object was written with another resourceVersion in mind. */
    static void checkVersion(ResourceKind kind, String name, JsonNode wanted, JsonNode live) {
        String expected = Meta.resourceVersion(wanted);
        if (!expected.isEmpty() && !expected.equals(Meta.resourceVersion(live))) {
            throw Failures.modified(kind, name);
        }
    }
}
