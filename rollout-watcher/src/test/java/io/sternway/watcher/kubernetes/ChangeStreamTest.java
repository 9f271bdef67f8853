package io.sternway.watcher.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChangeStreamTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CompletableFuture<Integer> reading = new CompletableFuture<>();
    private final CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
    private final CompletableFuture<Integer> watching = new CompletableFuture<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/watch", exchange -> answer(exchange, watching));
        server.createContext("/read", exchange -> {
            reading.complete(exchange.getRemoteAddress().getPort());
            mayAnswer.join();
            answer(exchange, reading);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        mayAnswer.complete(null);
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 closing a watch that the server has ended leaves alone whoever has its connection now")
    void anEndedWatchIsClosed() throws Exception {
        String url = "http://localhost:" + server.getAddress().getPort();
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder().withMasterUrl(url).build())
                .build()) {
            HttpClient http = client.getHttpClient();
            ChangeStream watch = new ChangeStream(change -> {});
            watch.open(http, url + "/watch");
            Awaitility.await().until(() -> watching.isDone() && !watch.open());
            CompletableFuture<HttpResponse<byte[]>> read = http.sendAsync(
                    http.newHttpRequestBuilder().uri(url + "/read").build(), byte[].class);
            assertEquals(watching.join(), reading.get(10, TimeUnit.SECONDS), "the read has the watch's connection");

            watch.close();
            mayAnswer.complete(null);

            assertEquals(200, read.get(10, TimeUnit.SECONDS).code());
        }
    }

    private static void answer(HttpExchange exchange, CompletableFuture<Integer> port) throws IOException {
        port.complete(exchange.getRemoteAddress().getPort());
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
