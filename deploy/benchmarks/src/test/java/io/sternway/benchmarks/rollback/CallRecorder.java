package io.sternway.benchmarks.rollback;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands before one cluster's API server and remembers the calls of rollback-executor, in the order of their answers. */
final class CallRecorder implements AutoCloseable {

    private static final Set<String> PASSED_ON = Set.of("authorization", "content-type", "accept", "user-agent");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String upstream;
    private final List<RecordedCall> calls = new ArrayList<>();

    /** Passes everything on to that server, for example {@code http://127.0.0.1:8080/clusters/c001}. */
    CallRecorder(String upstream) throws IOException {
        this.upstream = upstream;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::pass);
        server.setExecutor(threads);
        server.start();
    }

    /** Where it answers. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Forgets what was called so far. */
    synchronized void forget() {
        calls.clear();
    }

    /** What was called since, up to that time in milliseconds. */
    synchronized List<RecordedCall> calls(long until) {
        return calls.stream().filter(call -> call.at() <= until).toList();
    }

    private void pass(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(upstream + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (PASSED_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            remember(exchange, body, answer.body());
            exchange.getResponseHeaders()
                    .set(
                            "Content-Type",
                            answer.headers().firstValue("Content-Type").orElse("application/json"));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    private synchronized void remember(HttpExchange exchange, byte[] body, byte[] answer) {
        String agent = String.valueOf(exchange.getRequestHeaders().getFirst("User-Agent"));
        if (agent.contains("rollback-executor")) {
            calls.add(new RecordedCall(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    new String(body, StandardCharsets.UTF_8),
                    new String(answer, StandardCharsets.UTF_8),
                    System.currentTimeMillis()));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
