package io.sternway.watcher.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sternway.watcher.app.observe.ClusterReads.Change;
import io.sternway.watcher.app.observe.ClusterReads.ChangeWatch;
import io.sternway.watcher.domain.readiness.Readiness;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch that is not parsed: that something comes is all that matters, and whether it may be a failing Pod; the next
 * look says what it is. It ends when the server ends it, when the connection breaks, or when it is closed.
 */
final class ChangeStream implements ChangeWatch {

    private final Consumer<Change> changed;
    private volatile boolean open = true;
    private @Nullable AsyncBody body;

    ChangeStream(Consumer<Change> changed) {
        this.changed = changed;
    }

    void open(HttpClient http, String url) {
        HttpRequest request = http.newHttpRequestBuilder()
                .uri(url)
                .header("Accept", "application/json")
                .timeout(TimeUnit.HOURS.toMillis(1), TimeUnit.MILLISECONDS)
                .build();
        CompletableFuture<?> unused = http.consumeBytes(request, (chunk, answer) -> {
                    if (open) {
                        changed.accept(change(chunk));
                    }
                    answer.consume();
                })
                .whenComplete(this::began);
    }

    /** A word that two chunks share is missed: that look comes in its turn. */
    private static Change change(List<ByteBuffer> chunk) {
        return chunk.stream()
                        .map(bytes -> StandardCharsets.ISO_8859_1.decode(bytes.asReadOnlyBuffer()))
                        .anyMatch(text -> Readiness.mayTellOfFailure(text.toString()))
                ? Change.Failure
                : Change.Other;
    }

    private void began(@Nullable HttpResponse<AsyncBody> response, @Nullable Throwable thrown) {
        if (response == null) {
            open = false;
            return;
        }
        AsyncBody started = response.body();
        synchronized (this) {
            if (!open || !response.isSuccessful()) {
                open = false;
                started.cancel();
                return;
            }
            body = started;
        }
        CompletableFuture<?> unused = started.done().whenComplete((done, failed) -> ended());
        started.consume();
    }

    /** Its connection is somebody else's by now: to cancel the body would close it under another call. */
    private synchronized void ended() {
        open = false;
        body = null;
    }

    @Override
    public boolean open() {
        return open;
    }

    @Override
    public synchronized void close() {
        open = false;
        if (body != null) {
            body.cancel();
            body = null;
        }
    }
}
