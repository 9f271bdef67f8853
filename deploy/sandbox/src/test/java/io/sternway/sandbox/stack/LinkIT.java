package io.sternway.sandbox.stack;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A link loses nothing while it is whole, slow or silent, and everything when it is cut. */
class LinkIT {

    private static final int PATIENCE_MILLIS = 30_000;

    private final Vertx vertx = Vertx.vertx();
    private ServerSocket server;
    private Link link;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
        link = Link.to(vertx, server.getLocalPort());
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        server.close();
    }

    @Test
    void bytes_arrive_in_order_while_the_link_is_slow_and_when_it_becomes_quick_again() throws IOException {
        byte[] sent = new byte[300_000];
        new Random(1).nextBytes(sent);
        try (Socket client = connect();
                Socket served = server.accept()) {
            link.slow(Duration.ofMillis(100));
            client.getOutputStream().write(sent, 0, 1_000);
            client.getOutputStream().flush();
            byte[] first = served.getInputStream().readNBytes(500);
            link.mend();
            Thread rest = new Thread(() -> write(client, sent));
            rest.start();
            byte[] others = served.getInputStream().readNBytes(sent.length - 500);
            assertArrayEquals(Arrays.copyOf(sent, 500), first);
            assertArrayEquals(Arrays.copyOfRange(sent, 500, sent.length), others);
        }
    }

    @Test
    void what_was_said_while_the_link_was_silent_arrives_afterwards() throws IOException {
        try (Socket client = connect();
                Socket served = server.accept()) {
            client.getOutputStream().write(1);
            assertEquals(1, served.getInputStream().read());
            link.silence();
            client.getOutputStream().write(2);
            served.setSoTimeout(300);
            assertThrows(
                    SocketTimeoutException.class, () -> served.getInputStream().read());
            link.mend();
            served.setSoTimeout(PATIENCE_MILLIS);
            assertEquals(2, served.getInputStream().read());
        }
    }

    @Test
    void a_cut_link_ends_what_is_open_and_takes_nothing_until_it_is_mended() throws IOException {
        try (Socket client = connect();
                Socket served = server.accept()) {
            client.getOutputStream().write(1);
            assertEquals(1, served.getInputStream().read());
            link.cut();
            assertEquals(-1, served.getInputStream().read());
            assertEquals(-1, client.getInputStream().read());
        }
        try (Socket refused = connect()) {
            assertEquals(-1, refused.getInputStream().read());
        }
        link.mend();
        try (Socket client = connect();
                Socket served = server.accept()) {
            served.getOutputStream().write(7);
            assertEquals(7, client.getInputStream().read());
        }
    }

    @Test
    void a_server_that_is_not_there_yet_is_reached_once_it_is() throws IOException {
        int port = server.getLocalPort();
        server.close();
        try (Socket refused = connect()) {
            assertEquals(-1, refused.getInputStream().read());
        }
        server = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
            try (Socket client = connect();
                    Socket served = server.accept()) {
                client.getOutputStream().write(1);
                assertEquals(1, served.getInputStream().read());
            }
        });
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static void write(Socket client, byte[] sent) {
        try {
            client.getOutputStream().write(sent, 1_000, sent.length - 1_000);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
