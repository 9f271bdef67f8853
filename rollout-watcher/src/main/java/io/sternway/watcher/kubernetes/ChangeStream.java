package io.sternway.watcher.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sternway.watcher.app.ClusterReads.Signal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A watch of which nothing is read: that something comes is all that matters, the next look says what. It ends when the
 * server ends it, when the connection breaks, or when it is closed.
 */
final class ChangeStream implements Signal {

    private final Runnable changed;
    private volatile boolean open = true;
    private @Nullable AsyncBody body;

    ChangeStream(Runnable changed) {
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
                        changed.run();
                    }
                    answer.consume();
                })
                .whenComplete(this::began);
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
        CompletableFuture<?> unused = started.done().whenComplete((done, failed) -> open = false);
        started.consume();
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
