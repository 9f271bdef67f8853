package io.sternway.executor.kubernetes.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterAccess;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryEntry;
import io.sternway.executor.domain.answer.AnswerMeaning;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as an API server's word, over HTTP. */
@NullUnmarked
@Tag("X4")
class FabricClusterApiIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private HttpServer server;
    private ClusterClients clients;
    private FabricClusterApi api;
    private volatile int status;
    private volatile String body;

    @BeforeEach
    void up() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        Path token = Files.writeString(folder.resolve("token"), "t");
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        clients = ClusterClients.of(
                new Inventory(List.of(
                        new InventoryEntry("eu-1", Map.of(), new ClusterAccess.Server(uri, token, null, false)))),
                new ClientOptions("sternway-test", TIMEOUT, TIMEOUT));
        api = new FabricClusterApi(clients, "eu-1", TIMEOUT);
    }

    @AfterEach
    void down() {
        clients.close();
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 307, 400, 403, 405, 409, 413, 418, 422, 500, 502, 503})
    @DisplayName("a refusal that is no Status is not the API server's: it is tried again, its outcome unknown")
    void aForeignRefusalIsNoRefusal(int code) {
        for (String text : List.of("<html>sign in</html>", "{\"error\": \"blocked\"}")) {
            answer(code, text);
            ClusterApi.Failed failed = assertInstanceOf(ClusterApi.Failed.class, api.get("/api/v1/nodes"));
            assertInstanceOf(AnswerMeaning.TryAgain.class, failed.meaning());
            assertTrue(failed.outcomeUnknown());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 405, 413, 422})
    @DisplayName("X4 a refusal with a Status is the API server's")
    void aStatusRefuses(int code) {
        answer(code, "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"message\": \"no\", \"code\": " + code + "}");
        ClusterApi.Failed failed = assertInstanceOf(ClusterApi.Failed.class, api.get("/api/v1/nodes"));
        assertEquals(
                "no",
                assertInstanceOf(AnswerMeaning.Refused.class, failed.meaning()).message());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>welcome</html>", "{}", "{\"items\": []}", "[]", "null", "\"ok\""})
    @DisplayName("a success that is no Kubernetes object is no success")
    void aForeignSuccessIsNoSuccess(String text) {
        answer(200, text);
        ClusterApi.Failed failed = assertInstanceOf(ClusterApi.Failed.class, api.get("/api/v1/namespaces/x/pods"));
        assertInstanceOf(AnswerMeaning.TryAgain.class, failed.meaning());
    }

    private void answer(int code, String text) {
        status = code;
        body = text;
    }
}
