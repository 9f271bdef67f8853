package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.store.Change;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.JsonText;
import io.sternway.sandbox.cluster.store.Selectable;
import io.sternway.sandbox.cluster.store.Stored;
import io.sternway.sandbox.cluster.store.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One open watch: takes changes on any thread, sends them on its own, in order. */
final class WatchStream {
    private static final long BOOKMARK_MILLIS = 20_000;
    /** A client that reads more slowly than this is cut off, as the API server does with its buffers. */
    private static final int MAX_BEHIND = 10_000;

    private final ClusterStore store;
    private final ResourceKind kind;
    private final ApiRequest call;
    private final Predicate<Selectable> selector;
    private final String namespace;
    private final Sink sink;
    private final Vertx vertx;
    private final Context context;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicLong behind = new AtomicLong();
    private volatile @Nullable Subscription subscription;
    private long bookmarkTimer = -1;
    private long deadlineTimer = -1;
    private long sentVersion;

    /**
     * Where events go: a chunked response, or a WebSocket.
     *
     * @param cut ends it without order
     */
    record Sink(Consumer<Buffer> write, Runnable end, BooleanSupplier closed, Runnable cut) {
        void send(Buffer event) {
            if (!closed.getAsBoolean()) {
                write.accept(event);
            }
        }

        void finish() {
            if (!closed.getAsBoolean()) {
                end.run();
            }
        }
    }

    WatchStream(
            ClusterStore store,
            ResourceKind kind,
            ApiRequest call,
            ResourcePath target,
            Sink sink,
            Vertx vertx,
            Predicate<Selectable> selector) {
        this.store = store;
        this.kind = kind;
        this.call = call;
        this.selector = selector;
        this.namespace = target.namespace();
        this.sink = sink;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
    }

    /** Called on the context's thread. */
    void start() {
        String asked = call.query("resourceVersion");
        boolean fromNow = asked.isEmpty() || asked.equals("0") || call.flag("sendInitialEvents");
        boolean initial = fromNow && !call.query("sendInitialEvents").equals("false");
        long since = Reads.version(asked);
        if (fromNow) {
            ClusterStore.Snapshot snapshot = store.snapshot(kind, namespace.isEmpty() ? null : namespace);
            since = snapshot.resourceVersion();
            if (initial) {
                for (Stored stored : snapshot.objects()) {
                    if (selector.test(Selectable.of(kind, stored.object()))) {
                        send("ADDED", stored.json(), -1);
                    }
                }
            }
            if (call.flag("sendInitialEvents") && call.flag("allowWatchBookmarks")) {
                bookmark(since, true);
            }
        }
        sentVersion = since;
        try {
            subscription = store.watch(kind, since, this::changed);
        } catch (ApiFailure expired) {
            fail(expired);
            return;
        }
        if (closed.get()) {
            close();
            return;
        }
        if (call.flag("allowWatchBookmarks")) {
            bookmarkTimer = vertx.setPeriodic(BOOKMARK_MILLIS, t -> bookmark(store.resourceVersion(), false));
        }
        String timeout = call.query("timeoutSeconds");
        if (!timeout.isEmpty() && !timeout.equals("0")) {
            deadlineTimer = vertx.setTimer(Long.parseLong(timeout) * 1000, t -> end());
        }
    }

    private void changed(Change change) {
        if (!namespace.isEmpty() && !namespace.equals(change.after().namespace())) {
            return;
        }
        boolean was = change.before() != null && selector.test(change.before());
        boolean is = selector.test(change.after());
        String type = switch (change.type()) {
            case ADDED -> is ? "ADDED" : "";
            case MODIFIED -> is ? (was ? "MODIFIED" : "ADDED") : was ? "DELETED" : "";
            case DELETED -> was || is ? "DELETED" : "";
        };
        if (type.isEmpty() || closed.get()) {
            return;
        }
        if (behind.incrementAndGet() > MAX_BEHIND) {
            context.runOnContext(v -> cut());
            return;
        }
        context.runOnContext(v -> {
            behind.decrementAndGet();
            send(type, change.json(), change.resourceVersion());
        });
    }

    private void send(String type, JsonText json, long version) {
        if (closed.get()) {
            return;
        }
        Buffer out = Buffer.buffer(json.utf8().length + 64);
        out.appendString("{\"type\":\"").appendString(type).appendString("\",\"object\":");
        if (Views.metadataOnly(call)) {
            out.appendBuffer(metadata(json));
        } else {
            out.appendBuffer(Views.text(kind, json));
        }
        sink.send(out.appendString("}\n"));
        sentVersion = Math.max(sentVersion, version);
    }

    private static Buffer metadata(JsonText json) {
        try {
            ObjectNode object = (ObjectNode) Answer.JSON.readTree(json.utf8());
            return Buffer.buffer(Answer.JSON.writeValueAsBytes(Views.metadata(object)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void bookmark(long version, boolean initialEnd) {
        boolean metadataOnly = Views.metadataOnly(call);
        ObjectNode object = JsonNodeFactory.instance
                .objectNode()
                .put("kind", metadataOnly ? "PartialObjectMetadata" : kind.kind())
                .put("apiVersion", metadataOnly ? "meta.k8s.io/v1" : kind.apiVersion());
        ObjectNode metadata = object.putObject("metadata").put("resourceVersion", Long.toString(version));
        metadata.putNull("creationTimestamp");
        if (initialEnd) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        event("BOOKMARK", object);
    }

    /** Ends the watch by an error event, as with 410 Gone. */
    void fail(ApiFailure failure) {
        context.runOnContext(v -> {
            event("ERROR", failure.status());
            end();
        });
    }

    private void event(String type, ObjectNode object) {
        if (closed.get()) {
            return;
        }
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
        event.set("object", object);
        try {
            byte[] json = Answer.JSON.writeValueAsBytes(event);
            sink.send(Buffer.buffer(json).appendBytes("\n".getBytes(StandardCharsets.UTF_8)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    ResourceKind kind() {
        return kind;
    }

    void end() {
        if (!closed.getAndSet(true)) {
            close();
            context.runOnContext(v -> sink.finish());
        }
    }

    void cut() {
        if (!closed.getAndSet(true)) {
            close();
            context.runOnContext(v -> sink.cut().run());
        }
    }

    /** The client has gone. */
    void closed() {
        closed.set(true);
        close();
    }

    private void close() {
        Subscription open = subscription;
        if (open != null) {
            open.close();
        }
        if (bookmarkTimer >= 0) {
            vertx.cancelTimer(bookmarkTimer);
        }
        if (deadlineTimer >= 0) {
            vertx.cancelTimer(deadlineTimer);
        }
    }
}
