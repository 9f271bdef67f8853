package io.sternway.sandbox.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An open watch over plain HTTP and the events that have come so far, one JSON object on a line each. */
final class WatchLines implements AutoCloseable {
    private final StringBuilder text = new StringBuilder();
    private volatile boolean ended;
    private volatile AsyncBody body;

    private WatchLines() {}

    static WatchLines open(Api api, String path) {
        HttpClient http = api.client().getHttpClient();
        WatchLines watch = new WatchLines();
        URI uri = URI.create(api.client().getMasterUrl().toString().replaceAll("/$", "") + path);
        try {
            watch.body = http.consumeBytes(
                            http.newHttpRequestBuilder().uri(uri).forStreaming().build(), (buffers, body) -> {
                                watch.add(buffers);
                                body.consume();
                            })
                    .get(30, TimeUnit.SECONDS)
                    .body();
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
        watch.body.consume();
        var unused = watch.body.done().whenComplete((done, failure) -> watch.ended = true);
        return watch;
    }

    private synchronized void add(List<ByteBuffer> buffers) {
        buffers.forEach(buffer -> text.append(StandardCharsets.UTF_8.decode(buffer)));
    }

    /** What has come whole. */
    synchronized List<JsonNode> events() {
        List<JsonNode> events = new ArrayList<>();
        String whole = text.substring(0, text.lastIndexOf("\n") + 1);
        whole.lines().forEach(line -> events.add(Api.yaml(line)));
        return events;
    }

    boolean ended() {
        return ended;
    }

    /** A connection whose answer has ended carries somebody else's request by now: cancelling would close it under that. */
    @Override
    public void close() {
        if (!ended) {
            body.cancel();
        }
    }
}
