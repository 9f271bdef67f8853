package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.BuiltIn;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Requests for resources of one cluster: who may, which verb, what is answered, what is logged. */
final class Resources {
    private static final String NOT_FOUND = "404 page not found\n";

    private final HostedCluster cluster;
    private final Reads reads;
    private final Writes writes;

    Resources(HostedCluster cluster) {
        this.cluster = cluster;
        this.reads = new Reads(cluster.store());
        this.writes = new Writes(cluster.store());
    }

    Reads reads() {
        return reads;
    }

    /** What a watch is about; an ApiFailure when it is not allowed, null when nothing is served there. */
    @Nullable
    ServedKind watched(ApiRequest call, ResourcePath target) {
        authorize(call, target);
        return served(target);
    }

    private @Nullable ServedKind served(ResourcePath target) {
        ServedKind served = cluster.store().kinds().served(target.group(), target.version(), target.plural());
        return served == null
                        || (!target.namespace().isEmpty() && !served.kind().namespaced())
                ? null
                : served;
    }

    Answer answer(ApiRequest call) {
        if (!call.isWrite()) {
            return attempt(call, new AtomicReference<>());
        }
        AtomicReference<@Nullable JsonNode> written = new AtomicReference<>();
        long number = cluster.requests().nextNumber();
        Answer answer = attempt(call, written);
        JsonNode object = written.get();
        cluster.requests()
                .add(new RequestLog.Entry(
                        number,
                        Instant.now(),
                        call.access().user(),
                        call.method(),
                        "/" + String.join("/", call.path()),
                        call.query().toString().trim().replace('\n', '&'),
                        object == null ? "" : Meta.name(object),
                        call.manager(),
                        call.userAgent(),
                        object == null ? "" : RequestLog.epoch(object),
                        call.isDryRun(),
                        answer.status(),
                        object == null ? "" : Meta.resourceVersion(object)));
        return answer;
    }

    private Answer attempt(ApiRequest call, AtomicReference<@Nullable JsonNode> written) {
        try {
            Answer discovered = call.isWrite()
                    ? null
                    : Discovery.answer(call.path(), cluster.store().kinds());
            if (discovered != null) {
                return discovered;
            }
            ResourcePath target = ResourcePath.parse(call.path());
            if (target == null) {
                return Answer.text(404, NOT_FOUND);
            }
            authorize(call, target);
            ServedKind served = served(target);
            if (served == null) {
                return missing(target.group(), target.version());
            }
            return perform(call, target, served, written);
        } catch (ApiFailure failure) {
            return Answer.failure(failure);
        }
    }

    /** A version that nobody serves is no page at all; a resource missing in a served one is a Status. */
    private Answer missing(String group, String version) {
        boolean known = cluster.store().kinds().all().stream()
                .anyMatch(kind -> kind.group().equals(group) && kind.version().equals(version));
        return known ? Answer.failure(Failures.noSuchResource()) : Answer.text(404, NOT_FOUND);
    }

    private Answer perform(
            ApiRequest call, ResourcePath target, ServedKind served, AtomicReference<@Nullable JsonNode> written) {
        if (!call.isWrite()) {
            return target.name().isEmpty() ? reads.list(call, target, served) : reads.get(call, target, served);
        }
        Writes.Result result = switch (call.method()) {
            case "POST" -> writes.create(call, target, served);
            case "PUT" -> writes.update(call, target, served);
            case "PATCH" -> writes.patch(call, target, served);
            case "DELETE" ->
                target.name().isEmpty()
                        ? writes.deleteCollection(call, target, served, Reads.selector(call, served.kind()))
                        : writes.delete(call, target, served);
            default -> throw Failures.methodNotAllowed();
        };
        written.set(result.object());
        boolean metadataOnly = Views.metadataOnly(call) && result.object().has("metadata");
        return Answer.json(result.status(), metadataOnly ? Views.metadata(result.object()) : result.object());
    }

    private void authorize(ApiRequest call, ResourcePath target) {
        boolean reader = call.access() == Access.READER;
        boolean secret = target.group().isEmpty() && target.plural().equals("secrets");
        if (!reader || !(call.isWrite() || secret)) {
            return;
        }
        String resource = target.plural() + (target.subresource().isEmpty() ? "" : "/" + target.subresource());
        boolean namespaceItself = target.plural().equals(BuiltIn.NAMESPACES.plural())
                && target.namespace().isEmpty();
        String namespace = namespaceItself ? target.name() : target.namespace();
        throw Failures.forbidden(
                ResourceKind.named(target.group(), "", target.plural()),
                target.name(),
                "User \"" + call.access().user() + "\" cannot " + verb(call, target) + " resource \"" + resource
                        + "\" in API group \"" + target.group() + "\""
                        + (namespace.isEmpty() ? " at the cluster scope" : " in the namespace \"" + namespace + "\""));
    }

    private static String verb(ApiRequest call, ResourcePath target) {
        return switch (call.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> target.name().isEmpty() ? "deletecollection" : "delete";
            default -> call.isWatch() ? "watch" : target.name().isEmpty() ? "list" : "get";
        };
    }
}
