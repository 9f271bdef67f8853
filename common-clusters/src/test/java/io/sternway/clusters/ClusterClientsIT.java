package io.sternway.clusters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClusterFailure.Kind;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("X4")
class ClusterClientsIT {

    private static final ClientOptions QUICK =
            new ClientOptions("sternway-test/1", Duration.ofMillis(600), Duration.ofMillis(400));

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;
    private Path token;
    private final Vertx vertx = Vertx.vertx();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        token = Files.writeString(folder.resolve("token"), "first\n");
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
        vertx.close();
    }

    @Test
    @DisplayName("X4 a body that stalls after its headers ends with the request's timeout, outcome unknown")
    void aStalledBodyEndsInTime() {
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            waitForEnd();
        });
        try (ClusterClients clients = clients()) {
            ClusterFailure failure = assertTimeoutPreemptively(Duration.ofSeconds(3), () -> failure(clients));

            assertEquals(Kind.Unreachable, failure.kind());
            assertTrue(failure.outcomeUnknown());
        }
    }

    @Test
    @DisplayName("X4 a server that never answers is Unreachable after the timeout, outcome unknown")
    void silenceIsUnreachable() {
        server.createContext("/", exchange -> waitForEnd());
        try (ClusterClients clients = clients()) {
            ClusterFailure failure = assertTimeoutPreemptively(Duration.ofSeconds(3), () -> failure(clients));

            assertEquals(Kind.Unreachable, failure.kind());
            assertTrue(failure.outcomeUnknown());
        }
    }

    @Test
    @DisplayName("X4 a refused connection is Unreachable at once, and nothing was sent")
    void aRefusedConnectionIsUnreachableAtOnce() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        try (ClusterClients clients = clients("http://127.0.0.1:" + closed)) {
            ClusterFailure failure = failure(clients);

            assertEquals(Kind.Unreachable, failure.kind());
            assertFalse(failure.outcomeUnknown());
        }
    }

    @Test
    @DisplayName("X4 a 429 is Throttled with the wait that the API server asked for, and is not repeated by the client")
    void throttledSaysHowLong() {
        List<String> requests = new CopyOnWriteArrayList<>();
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI().getPath());
            exchange.getResponseHeaders().add("Retry-After", "7");
            answer(exchange, 429, "text/plain", "Too many requests");
        });
        try (ClusterClients clients = clients()) {
            ClusterFailure failure = failure(clients);

            assertEquals(Kind.Throttled, failure.kind());
            Duration left = clients.retryAfter("eu-1").orElseThrow();
            assertTrue(left.toSeconds() > 1 && left.toSeconds() < 7, () -> "it goes down from 7 s: " + left);
            assertNotNull(failure.retryAfter());
            assertEquals(1, requests.size());
        }
    }

    @Test
    @DisplayName("X4 statuses are told apart: 403 Forbidden, 503 ServerError, 404 Refused")
    void statusesAreToldApart() {
        server.createContext(
                "/",
                exchange -> answer(
                        exchange,
                        exchange.getRequestURI().getPath().contains("/forbidden/")
                                ? 403
                                : exchange.getRequestURI().getPath().contains("/broken/") ? 503 : 404,
                        "application/json",
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"said by the server\"}"));
        try (ClusterClients clients = clients()) {
            assertEquals(Kind.Forbidden, failure(clients, "forbidden").kind());
            assertEquals(Kind.ServerError, failure(clients, "broken").kind());
            assertEquals("said by the server", failure(clients, "broken").message());
            assertNull(clients.client("eu-1")
                    .configMaps()
                    .inNamespace("absent")
                    .withName("x")
                    .get());
        }
    }

    @Test
    @DisplayName("X4 after a 401 the token is read again, and the client stays the same")
    void aNewTokenIsUsedAfterA401() throws IOException {
        List<String> seen = new CopyOnWriteArrayList<>();
        server.createContext("/", exchange -> {
            String header = exchange.getRequestHeaders().getFirst("Authorization");
            seen.add(header);
            boolean good = "Bearer second".equals(header);
            answer(exchange, good ? 200 : 401, "application/json", good ? POD_LIST : "{\"kind\":\"Status\"}");
        });
        try (ClusterClients clients = clients()) {
            KubernetesClient before = clients.client("eu-1");
            assertEquals(Kind.Unauthorized, failure(clients).kind());
            Files.writeString(token, "second");

            assertEquals(
                    0,
                    clients.client("eu-1")
                            .pods()
                            .inNamespace("x")
                            .list()
                            .getItems()
                            .size());

            assertEquals(List.of("Bearer first", "Bearer second"), seen);
            assertEquals(before, clients.client("eu-1"));
        }
    }

    @Test
    @DisplayName("each service has its user agent")
    void theUserAgentIsSent() {
        List<String> seen = new CopyOnWriteArrayList<>();
        server.createContext("/", exchange -> {
            seen.add(exchange.getRequestHeaders().getFirst("User-Agent"));
            answer(exchange, 200, "application/json", POD_LIST);
        });
        try (ClusterClients clients = clients()) {
            clients.client("eu-1").pods().inNamespace("x").list();

            assertEquals(List.of("sternway-test/1"), seen);
        }
    }

    @Test
    @DisplayName("R6 a cluster that vanishes keeps its access until it is forgotten; one never known is ClusterUnknown")
    @Tag("R6")
    void aVanishedClusterKeepsItsAccess() throws IOException {
        server.createContext("/", exchange -> answer(exchange, 200, "application/json", POD_LIST));
        Path file = Files.writeString(
                folder.resolve("inventory.yaml"), "clusters: [{name: eu-1, server: '" + url() + "'}]");
        try (InventoryFile inventory = InventoryFile.open(file);
                ClusterClients clients = ClusterClients.open(inventory, QUICK, vertx)) {
            Files.writeString(file, "clusters: []");
            org.awaitility.Awaitility.await().untilAsserted(() -> assertFalse(clients.isListed("eu-1")));

            assertEquals(
                    0,
                    clients.client("eu-1")
                            .pods()
                            .inNamespace("x")
                            .list()
                            .getItems()
                            .size());

            clients.forget("eu-1");
            ClusterException thrown = assertThrows(ClusterException.class, () -> clients.client("eu-1"));
            assertEquals(Kind.ClusterUnknown, thrown.failure().kind());
        }
    }

    @Test
    @DisplayName("a redirected cluster is never reached by its old access, nor its new server with the old token")
    void aRedirectedClusterIsReachedByItsNewAccessOnly() throws IOException {
        List<String> seen = new CopyOnWriteArrayList<>();
        for (String side : List.of("old", "new")) {
            server.createContext("/" + side, exchange -> {
                seen.add(side + " " + exchange.getRequestHeaders().getFirst("Authorization"));
                answer(exchange, 200, "application/json", POD_LIST);
            });
        }
        Path file = Files.writeString(folder.resolve("inventory.yaml"), access("old", "token"));
        try (InventoryFile inventory = InventoryFile.open(file);
                ClusterClients clients = ClusterClients.open(inventory, QUICK, vertx)) {
            clients.client("eu-1").pods().inNamespace("x").list();
            Files.writeString(file, access("new", "later"));
            org.awaitility.Awaitility.await().until(() -> isRefused(clients));

            for (int i = 0; i < 3; i++) {
                assertTrue(isRefused(clients));
            }
            assertEquals(List.of("old Bearer first"), seen);

            Files.writeString(folder.resolve("later"), "second");
            org.awaitility.Awaitility.await().until(() -> !isRefused(clients));
            clients.client("eu-1").pods().inNamespace("x").list();
            assertEquals(List.of("old Bearer first", "new Bearer second"), seen);
        }
    }

    private String access(String side, String tokenFile) {
        return "clusters: [{name: eu-1, server: '" + url() + "/" + side + "', tokenFile: " + tokenFile + "}]";
    }

    private static boolean isRefused(ClusterClients clients) {
        try {
            clients.client("eu-1");
            return false;
        } catch (ClusterException e) {
            assertEquals(Kind.Unauthorized, e.failure().kind());
            return true;
        }
    }

    @Test
    @DisplayName("a kubeconfig without the context is Unauthorized and says so")
    void aMissingContextIsSaid() throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("k"), "{contexts: [], clusters: [], users: []}");
        Inventory inventory = new Inventory(
                List.of(new InventoryEntry("eu-1", Map.of(), new ClusterAccess.Kubeconfig(kubeconfig, "eu-1"))));
        try (ClusterClients clients = ClusterClients.of(inventory, QUICK)) {
            ClusterException thrown = assertThrows(ClusterException.class, () -> clients.client("eu-1"));

            assertEquals(Kind.Unauthorized, thrown.failure().kind());
            assertTrue(thrown.failure().message().endsWith("k has no context eu-1"));
        }
    }

    private static final String POD_LIST = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}";

    private ClusterClients clients() {
        return clients(url());
    }

    private ClusterClients clients(String url) {
        ClusterAccess access = new ClusterAccess.Server(URI.create(url), token, null, false);
        return ClusterClients.of(new Inventory(List.of(new InventoryEntry("eu-1", Map.of(), access))), QUICK);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static ClusterFailure failure(ClusterClients clients) {
        return failure(clients, "any");
    }

    private static ClusterFailure failure(ClusterClients clients, String namespace) {
        RuntimeException thrown = assertThrows(
                RuntimeException.class,
                () -> clients.client("eu-1").pods().inNamespace(namespace).list());
        return clients.failure("eu-1", thrown);
    }

    private void waitForEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
