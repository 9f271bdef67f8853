package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ApiFailure.Cause;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;
import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.Selectable;
import io.sternway.sandbox.cluster.store.Stored;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** GET of one object and of a list. */
final class Reads {
    private final ClusterStore store;
    private final Continuations continuations = new Continuations();

    Reads(ClusterStore store) {
        this.store = store;
    }

    Continuations continuations() {
        return continuations;
    }

    Answer get(ApiRequest call, ResourcePath target, ServedKind served) {
        ResourceKind kind = served.kind();
        if (!target.subresource().isEmpty()) {
            Writes.part(target, kind);
        }
        Stored stored = store.stored(kind, target.namespace(), target.name());
        if (stored == null) {
            throw Failures.notFound(kind, target.name());
        }
        if (target.subresource().equals("scale")) {
            return Answer.json(200, Views.scale(stored.object()));
        }
        if (Views.metadataOnly(call)) {
            return Answer.json(200, Views.metadata(stored.object()));
        }
        return Answer.json(200, Views.text(kind, stored.json()));
    }

    /** What both selectors of a request let through. */
    static Predicate<Selectable> selector(ApiRequest call, ResourceKind kind) {
        Set<String> known = Selectable.of(kind, JsonNodeFactory.instance.objectNode())
                .fields()
                .keySet();
        return Selector.labels(call.query("labelSelector")).and(Selector.fields(call.query("fieldSelector"), known));
    }

    Answer list(ApiRequest call, ResourcePath target, ServedKind served) {
        ResourceKind kind = served.kind();
        Predicate<Selectable> selector = selector(call, kind);
        checkVersion(call);
        boolean selective = !call.query("labelSelector").isEmpty()
                || !call.query("fieldSelector").isEmpty();
        List<Stored> matching = new ArrayList<>();
        long version;
        if (call.query("continue").isEmpty()) {
            ClusterStore.Snapshot snapshot =
                    store.snapshot(kind, target.namespace().isEmpty() ? null : target.namespace());
            version = snapshot.resourceVersion();
            for (Stored stored : snapshot.objects()) {
                if (!selective || selector.test(Selectable.of(kind, stored.object()))) {
                    matching.add(stored);
                }
            }
        } else {
            Continuations.Rest rest = continuations.of(call.query("continue"));
            version = rest.resourceVersion();
            matching.addAll(rest.objects());
        }
        int limit = call.query("limit").isEmpty() ? 0 : Integer.parseInt(call.query("limit"));
        if (limit <= 0 || matching.size() <= limit) {
            return page(call, served, matching, version, "", 0);
        }
        List<Stored> rest = List.copyOf(matching.subList(limit, matching.size()));
        String token = continuations.keep(new Continuations.Rest(rest, version));
        return page(call, served, matching.subList(0, limit), version, token, selective ? 0 : rest.size());
    }

    private void checkVersion(ApiRequest call) {
        String wanted = call.query("resourceVersion");
        String match = call.query("resourceVersionMatch");
        if (wanted.isEmpty()) {
            return;
        }
        long asked = version(wanted);
        if (asked > store.resourceVersion()) {
            throw new ApiFailure(
                    504,
                    "Timeout",
                    "Timeout: Too large resource version: " + asked + ", current: " + store.resourceVersion(),
                    new Details(
                            null,
                            null,
                            null,
                            List.of(new Cause("ResourceVersionTooLarge", "Too large resource version", null)),
                            1));
        }
        if (match.equals("Exact") && asked != store.resourceVersion()) {
            throw Failures.expired(asked, store.resourceVersion());
        }
    }

    /** @throws ApiFailure 400 for what is no version */
    static long version(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Failures.badRequest(
                    "Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static Answer page(
            ApiRequest call, ServedKind served, List<Stored> objects, long version, String token, int remaining) {
        ResourceKind kind = served.kind();
        boolean metadataOnly = Views.metadataOnly(call);
        ObjectNode head = JsonNodeFactory.instance.objectNode();
        head.put("kind", metadataOnly ? "PartialObjectMetadataList" : kind.kind() + "List");
        head.put("apiVersion", metadataOnly ? "meta.k8s.io/v1" : kind.apiVersion());
        ObjectNode metadata = head.putObject("metadata").put("resourceVersion", Long.toString(version));
        if (!token.isEmpty() || served.custom()) {
            metadata.put("continue", token);
        }
        if (remaining > 0) {
            metadata.put("remainingItemCount", remaining);
        }
        String open = head.toString();
        Buffer out = Buffer.buffer(256 + objects.size() * 1024);
        out.appendBytes(open.substring(0, open.length() - 1).getBytes(StandardCharsets.UTF_8));
        out.appendString(",\"items\":[");
        boolean first = true;
        for (Stored stored : objects) {
            if (!first) {
                out.appendByte((byte) ',');
            }
            first = false;
            if (metadataOnly) {
                out.appendBytes(bytes(Views.metadata(stored.object())));
            } else if (served.custom()) {
                out.appendBuffer(Views.text(kind, stored.json()));
            } else {
                Views.appendItem(out, stored.json());
            }
        }
        return Answer.json(200, out.appendString("]}"));
    }

    private static byte[] bytes(ObjectNode node) {
        try {
            return Answer.JSON.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
