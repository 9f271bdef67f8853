package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ResourceKind;
import io.sternway.sandbox.cluster.model.ServedKind;
import io.sternway.sandbox.cluster.store.Selectable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One request at one cluster: the faults that are switched on there, the token, the answer or the watch. */
public final class Exchange {
    private final Vertx vertx;
    private final Context context;
    private final HostedCluster cluster;
    private final HttpServerRequest request;
    private final String path;
    private final String tokenInUrl;
    private final Function<String, @Nullable Access> accessOf;

    public Exchange(
            Vertx vertx,
            HostedCluster cluster,
            HttpServerRequest request,
            String path,
            String tokenInUrl,
            Function<String, @Nullable Access> accessOf) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.cluster = cluster;
        this.request = request;
        this.path = path;
        this.tokenInUrl = tokenInUrl;
        this.accessOf = accessOf;
    }

    /** Takes the request as far as the faults let it. */
    public void begin() {
        HttpConnection connection = request.connection();
        if (cluster.faults().unreachable()) {
            connection.close();
            return;
        }
        if (cluster.connections().add(connection)) {
            connection.closeHandler(closed -> cluster.connections().remove(connection));
        }
        request.exceptionHandler(gone -> {});
        if (isUpgrade()) {
            request.pause();
            proceed(Buffer.buffer());
        } else {
            request.body().onSuccess(this::proceed);
        }
    }

    private boolean isUpgrade() {
        return "websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE));
    }

    private void proceed(Buffer body) {
        Runnable rest = () -> context.runOnContext(v -> afterDelay(body));
        if (!cluster.hold(rest)) {
            afterDelay(body);
        }
    }

    private void afterDelay(Buffer body) {
        int delay = cluster.faults().delayMillis();
        if (delay > 0) {
            vertx.setTimer(delay, t -> answer(body));
        } else {
            answer(body);
        }
    }

    private void answer(Buffer body) {
        Faults faults = cluster.faults();
        if (faults.unreachable()) {
            request.connection().close();
            return;
        }
        if (faults.answer() != 0) {
            refuse(FaultAnswers.of(faults.answer(), faults.retryAfterSeconds()));
            return;
        }
        Access access = faults.credentialsExpired() ? null : accessOf.apply(token());
        if (access == null) {
            refuse(Answer.failure(new ApiFailure(401, "Unauthorized", "Unauthorized", null)));
            return;
        }
        ApiRequest call = new ApiRequest(
                request.method().name(), segments(path), request.params(), request.headers(), body, access);
        if (call.isWatch()) {
            watch(call);
            return;
        }
        Answer answer = cluster.resources().answer(call);
        boolean lost = call.isWrite() && answer.status() < 300 && faults.takeResetAfterWrite();
        if (lost) {
            request.connection().close();
        } else {
            send(request, answer);
        }
    }

    private String token() {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null && header.startsWith("Bearer ")
                ? header.substring(7).trim()
                : tokenInUrl;
    }

    private void refuse(Answer answer) {
        request.resume();
        send(request, answer);
    }

    private static List<String> segments(String path) {
        List<String> out = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty()) {
                out.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        return out;
    }

    private void watch(ApiRequest call) {
        ResourcePath parsed = ResourcePath.parse(call.path());
        try {
            ServedKind served = parsed == null ? null : cluster.resources().watched(call, parsed);
            if (parsed == null || served == null) {
                refuse(Answer.text(404, "404 page not found\n"));
                return;
            }
            ResourceKind kind = served.kind();
            // The client may name one object by its path instead of by a field selector.
            Predicate<Selectable> selector = Reads.selector(call, kind)
                    .and(object -> parsed.name().isEmpty() || parsed.name().equals(object.name()));
            if (isUpgrade()) {
                request.toWebSocket().onSuccess(socket -> start(call, parsed, kind, selector, sink(socket), socket));
            } else {
                HttpServerResponse response = request.response();
                response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
                response.writeHead();
                start(call, parsed, kind, selector, sink(response), null);
            }
        } catch (ApiFailure failure) {
            refuse(Answer.failure(failure));
        }
    }

    private void start(
            ApiRequest call,
            ResourcePath target,
            ResourceKind kind,
            Predicate<Selectable> selector,
            WatchStream.Sink sink,
            @Nullable ServerWebSocket socket) {
        WatchStream watch = new WatchStream(cluster.store(), kind, call, target, sink, vertx, selector);
        cluster.watches().add(watch);
        Runnable gone = () -> {
            cluster.watches().remove(watch);
            watch.closed();
        };
        if (socket == null) {
            request.response().closeHandler(v -> gone.run()).endHandler(v -> gone.run());
        } else {
            socket.closeHandler(v -> gone.run());
        }
        watch.start();
    }

    private WatchStream.Sink sink(HttpServerResponse response) {
        return new WatchStream.Sink(
                response::write,
                response::end,
                () -> response.closed() || response.ended(),
                () -> request.connection().close());
    }

    private static WatchStream.Sink sink(ServerWebSocket socket) {
        return new WatchStream.Sink(
                event -> socket.writeTextMessage(event.toString(StandardCharsets.UTF_8)),
                socket::close,
                socket::isClosed,
                socket::close);
    }

    private static void send(HttpServerRequest request, Answer answer) {
        HttpServerResponse response = request.response();
        if (response.closed() || response.ended()) {
            return;
        }
        response.setStatusCode(answer.status()).putHeader(HttpHeaders.CONTENT_TYPE, answer.contentType());
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.putHeader(header.getKey(), header.getValue());
        }
        response.end(answer.body());
    }
}
