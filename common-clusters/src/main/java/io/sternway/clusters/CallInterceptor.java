package io.sternway.clusters;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the client does not do by itself: sends the credentials as they are now, ends a body that does not end in time,
 * and keeps what a 401 and a 429 say. It must be the last interceptor.
 */
final class CallInterceptor implements Interceptor {

    /** In place of the client's own, which would take tokens from the home folder. */
    static final String NAME = "TOKEN";

    private final Vertx vertx;
    private final Duration timeout;
    private final Supplier<@Nullable String> authorization;
    private final Answers answers;

    /** Where answers are noted. */
    interface Answers {
        void unauthorized();

        void throttled(Duration retryAfter);
    }

    CallInterceptor(Vertx vertx, Duration timeout, Supplier<@Nullable String> authorization, Answers answers) {
        this.vertx = vertx;
        this.timeout = timeout;
        this.authorization = authorization;
        this.answers = answers;
    }

    @Override
    public void before(BasicBuilder request, HttpRequest built, RequestTags tags) {
        String header = authorization.get();
        if (header != null) {
            request.setHeader("Authorization", header);
        }
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        return new Started(consumer, System.nanoTime());
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (response.code() == 401) {
            answers.unauthorized();
        } else if (response.code() == 429) {
            answers.throttled(retryAfter(response));
        }
        if (response.body() instanceof AsyncBody body && !isWatch(request)) {
            long spent = consumer instanceof Started started ? System.nanoTime() - started.at : 0;
            long left = Math.max(1, timeout.minusNanos(spent).toMillis());
            long timer = vertx.setTimer(left, fired -> body.cancel());
            CompletableFuture<Void> unused = body.done().whenComplete((done, thrown) -> vertx.cancelTimer(timer));
        }
    }

    private static boolean isWatch(HttpRequest request) {
        String query = request.uri().getQuery();
        return query != null && query.contains("watch=true");
    }

    /** Seconds; the other form, a date, would compare two machines' clocks and is taken as one second. */
    private static Duration retryAfter(HttpResponse<?> response) {
        String header = response.header("Retry-After");
        try {
            return Duration.ofSeconds(header == null ? 1 : Math.min(Long.parseLong(header.strip()), 300));
        } catch (NumberFormatException e) {
            return Duration.ofSeconds(1);
        }
    }

    /** Knows when its request was sent. */
    private record Started(AsyncBody.Consumer<List<ByteBuffer>> consumer, long at)
            implements AsyncBody.Consumer<List<ByteBuffer>> {
        @Override
        public void consume(List<ByteBuffer> value, AsyncBody body) throws Exception {
            consumer.consume(value, body);
        }

        @Override
        public <U> @Nullable U unwrap(Class<U> target) {
            return consumer.unwrap(target);
        }
    }
}
