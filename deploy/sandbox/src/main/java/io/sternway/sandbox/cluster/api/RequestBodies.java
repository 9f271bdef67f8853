package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sternway.sandbox.cluster.apply.TypeCheck;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/** Reads request bodies and checks that they fit the URL. */
final class RequestBodies {
    private static final ObjectMapper YAML = new YAMLMapper();

    private RequestBodies() {}

    static JsonNode json(Buffer body) {
        return read(Answer.JSON, body, "");
    }

    /** JSON or YAML. */
    static JsonNode yaml(Buffer body) {
        boolean json = body.length() > 0 && body.getByte(0) == '{';
        return read(json ? Answer.JSON : YAML, body, "");
    }

    private static JsonNode read(ObjectMapper mapper, Buffer body, String kind) {
        try {
            JsonNode node = mapper.readTree(body.getBytes());
            return node == null ? mapper.createObjectNode() : node;
        } catch (IOException e) {
            throw Failures.badRequest("the object provided is unrecognized" + kind + ": couldn't get version/kind;"
                    + " json parse error: " + String.valueOf(e.getMessage()).split("\n", 2)[0]);
        }
    }

    /** An object as a whole, for create and update. */
    static ObjectNode object(ApiRequest call, ResourcePath target, ServedKind served) {
        ResourceKind kind = served.kind();
        boolean yaml = call.contentType().contains("yaml");
        JsonNode read = read(yaml ? YAML : Answer.JSON, call.body(), " (must be of type " + kind.kind() + ")");
        if (!(read instanceof ObjectNode object)) {
            throw Failures.badRequest("the object provided is unrecognized (must be of type " + kind.kind() + ")");
        }
        String apiVersion = object.path("apiVersion").asText(kind.apiVersion());
        String said = object.path("kind").asText(kind.kind());
        if (!said.equals(kind.kind()) || !apiVersion.equals(kind.apiVersion())) {
            throw Failures.badRequest(apiVersion + ", Kind=" + said + " cannot be handled as a " + kind.kind());
        }
        checkTypes(call, served, object);
        place(target, kind, object);
        return object;
    }

    /** Wrong types are refused; what is not declared is left out later, unless the client is strict. */
    private static void checkTypes(ApiRequest call, ServedKind served, ObjectNode object) {
        boolean strict = call.query("fieldValidation").equals("Strict");
        for (String fault : TypeCheck.faults(served.type(), object)) {
            boolean unknown = fault.endsWith(": field not declared in schema");
            if (unknown ? strict : !served.custom()) {
                throw Failures.badRequest(
                        "the object cannot be handled as a " + served.kind().kind() + ": " + fault);
            }
        }
    }

    /** Name and namespace in the object must be those of the URL, where both say one. */
    static void place(ResourcePath target, ResourceKind kind, ObjectNode object) {
        checkNames(target, object);
        if (kind.namespaced()) {
            Meta.of(object).put("namespace", target.namespace());
        } else {
            Meta.of(object).remove("namespace");
        }
    }

    static void checkNames(ResourcePath target, ObjectNode object) {
        String name = Meta.name(object);
        if (!target.name().isEmpty() && name.isEmpty()) {
            throw Failures.badRequest("the name of the object (" + target.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!target.name().isEmpty() && !name.equals(target.name())) {
            throw Failures.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + target.name() + ")");
        }
        String namespace = Meta.namespace(object);
        if (!namespace.isEmpty() && !target.namespace().isEmpty() && !namespace.equals(target.namespace())) {
            throw Failures.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }
}
