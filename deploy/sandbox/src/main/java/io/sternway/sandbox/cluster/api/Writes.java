package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Fault;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.model.Write;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.Deletion;
import io.sternway.sandbox.cluster.store.Selectable;
import io.sternway.sandbox.cluster.store.Stored;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** POST, PUT, PATCH and DELETE. */
final class Writes {
    private final ClusterStore store;

    Writes(ClusterStore store) {
        this.store = store;
    }

    /** What a write led to: the answer, and the object as it is now, for the log. */
    record Result(int status, ObjectNode object) {}

    Result create(ApiRequest call, ResourcePath target, ServedKind served) {
        if (!target.name().isEmpty() && target.subresource().isEmpty()) {
            throw Failures.methodNotAllowed();
        }
        if (served.kind().namespaced() && target.namespace().isEmpty()) {
            throw Failures.methodNotAllowed();
        }
        ObjectNode object = RequestBodies.object(call, target, served);
        return new Result(201, store.create(served.kind(), object, write(call)));
    }

    Result update(ApiRequest call, ResourcePath target, ServedKind served) {
        requireName(target);
        Subresource part = part(target, served.kind());
        if (part == Subresource.SCALE) {
            JsonNode wanted = RequestBodies.json(call.body());
            return scaled(call, target, served, scale -> (ObjectNode) wanted);
        }
        ObjectNode object = RequestBodies.object(call, target, served);
        return changed(call, target, served, part, live -> object);
    }

    Result patch(ApiRequest call, ResourcePath target, ServedKind served) {
        requireName(target);
        Subresource part = part(target, served.kind());
        if (call.contentType().startsWith("application/apply-patch+")) {
            return apply(call, target, served, part);
        }
        UnaryOperator<ObjectNode> patch = patch(call, served);
        return part == Subresource.SCALE
                ? scaled(call, target, served, patch)
                : changed(call, target, served, part, patch);
    }

    private static UnaryOperator<ObjectNode> patch(ApiRequest call, ServedKind served) {
        JsonNode body = RequestBodies.yaml(call.body());
        return switch (call.contentType()) {
            case "application/json-patch+json" -> live -> JsonPatch.apply(live, body);
            case "application/merge-patch+json" -> live -> MergePatch.apply(live, body);
            case "application/strategic-merge-patch+json" -> {
                if (served.custom()) {
                    throw unsupportedMediaType();
                }
                yield live -> StrategicPatch.apply(served.type(), live, body);
            }
            default -> throw unsupportedMediaType();
        };
    }

    private Result apply(ApiRequest call, ResourcePath target, ServedKind served, Subresource part) {
        if (call.query("fieldManager").isEmpty()) {
            ResourceKind options = ResourceKind.named("meta.k8s.io", "PatchOptions", "");
            throw Failures.invalid(
                    options,
                    "",
                    List.of(new Fault(
                            "FieldValueRequired", "fieldManager", "Required value: is required for apply patch")));
        }
        if (!(RequestBodies.yaml(call.body()) instanceof ObjectNode content)) {
            throw Failures.badRequest("error decoding YAML: expected a map");
        }
        ResourceKind kind = served.kind();
        String apiVersion = content.path("apiVersion").asText("");
        String said = content.path("kind").asText("");
        if (!apiVersion.equals(kind.apiVersion()) || !said.equals(kind.kind())) {
            throw Failures.badRequest("invalid object type: "
                    + (apiVersion.contains("/") ? apiVersion : "/" + apiVersion) + ", Kind=" + said);
        }
        RequestBodies.checkNames(target, content);
        if (part == Subresource.SCALE) {
            return scaled(call, target, served, scale -> MergePatch.apply(scale, content));
        }
        ClusterStore.Applied applied =
                store.apply(kind, part, target.namespace(), content, call.flag("force"), write(call));
        return new Result(applied.created() ? 201 : 200, applied.object());
    }

    private Result changed(
            ApiRequest call,
            ResourcePath target,
            ServedKind served,
            Subresource part,
            UnaryOperator<ObjectNode> change) {
        ObjectNode object = store.change(served.kind(), part, target.namespace(), target.name(), change, write(call));
        return new Result(200, object);
    }

    private Result scaled(ApiRequest call, ResourcePath target, ServedKind served, UnaryOperator<ObjectNode> change) {
        ObjectNode object = store.change(
                served.kind(),
                Subresource.SCALE,
                target.namespace(),
                target.name(),
                live -> {
                    ObjectNode scale = change.apply(Views.scale(live));
                    ObjectNode out = live.deepCopy();
                    ((ObjectNode) out.get("spec")).set("replicas", scale.at("/spec/replicas"));
                    String version = Meta.resourceVersion(scale);
                    if (version.isEmpty()) {
                        Meta.of(out).remove("resourceVersion");
                    } else {
                        Meta.of(out).put("resourceVersion", version);
                    }
                    return out;
                },
                write(call));
        return new Result(200, Views.scale(object));
    }

    Result delete(ApiRequest call, ResourcePath target, ServedKind served) {
        if (!target.subresource().isEmpty()) {
            throw Failures.methodNotAllowed();
        }
        Deletion.Outcome outcome = store.delete(served.kind(), target.namespace(), target.name(), options(call));
        boolean showsObject = served.kind().qualifiedPlural().equals("pods");
        return new Result(
                200, outcome.gone() && !showsObject ? success(served.kind(), outcome.object()) : outcome.object());
    }

    Result deleteCollection(ApiRequest call, ResourcePath target, ServedKind served, Predicate<Selectable> selector) {
        ObjectNode out = JsonNodeFactory.instance
                .objectNode()
                .put("kind", served.kind().kind() + "List")
                .put("apiVersion", served.kind().apiVersion());
        var items = out.putArray("items");
        String namespace = target.namespace().isEmpty() ? null : target.namespace();
        DeleteOptions options = options(call);
        for (Stored stored : store.snapshot(served.kind(), namespace).objects()) {
            ObjectNode object = stored.object();
            if (selector.test(Selectable.of(served.kind(), object))) {
                try {
                    store.delete(served.kind(), Meta.namespace(object), Meta.name(object), options);
                } catch (ApiFailure gone) {
                    if (gone.code() != 404) {
                        throw gone;
                    }
                }
                items.add(object);
            }
        }
        out.putObject("metadata").put("resourceVersion", Long.toString(store.resourceVersion()));
        return new Result(200, out);
    }

    private static ObjectNode success(ResourceKind kind, ObjectNode object) {
        ObjectNode out =
                JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1");
        out.putObject("metadata");
        out.put("status", "Success");
        ObjectNode details = out.putObject("details").put("name", Meta.name(object));
        if (!kind.group().isEmpty()) {
            details.put("group", kind.group());
        }
        details.put("kind", kind.plural()).put("uid", Meta.uid(object));
        return out;
    }

    private static DeleteOptions options(ApiRequest call) {
        JsonNode body =
                call.body().length() == 0 ? JsonNodeFactory.instance.objectNode() : RequestBodies.json(call.body());
        String policy = body.path("propagationPolicy").asText(call.query("propagationPolicy"));
        boolean orphan = body.path("orphanDependents").asBoolean(call.flag("orphanDependents"));
        Propagation propagation = switch (policy) {
            case "Foreground" -> Propagation.FOREGROUND;
            case "Background" -> Propagation.BACKGROUND;
            case "Orphan" -> Propagation.ORPHAN;
            default -> orphan ? Propagation.ORPHAN : Propagation.DEFAULT;
        };
        String grace = body.path("gracePeriodSeconds").asText(call.query("gracePeriodSeconds"));
        JsonNode preconditions = body.path("preconditions");
        boolean dryRun = call.isDryRun() || !body.path("dryRun").isEmpty();
        return new DeleteOptions(
                propagation,
                grace.isEmpty() ? null : Integer.valueOf(grace),
                preconditions.path("uid").textValue(),
                preconditions.path("resourceVersion").textValue(),
                dryRun);
    }

    private static Write write(ApiRequest call) {
        return new Write(call.manager(), call.isDryRun());
    }

    private static void requireName(ResourcePath target) {
        if (target.name().isEmpty()) {
            throw Failures.methodNotAllowed();
        }
    }

    static Subresource part(ResourcePath target, ResourceKind kind) {
        if (target.subresource().isEmpty()) {
            return Subresource.MAIN;
        }
        for (Subresource part : Subresource.values()) {
            if (part.path().equals(target.subresource()) && kind.has(part.path())) {
                return part;
            }
        }
        throw Failures.noSuchResource();
    }

    private static ApiFailure unsupportedMediaType() {
        return new ApiFailure(415, "UnsupportedMediaType", "415: Unsupported Media Type", Details.EMPTY);
    }
}
