package io.sternway.messaging.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * A port for a server of a test. It lies below those that the operating system gives to outgoing connections, so that
 * nobody takes it before the server listens, or while a test has stopped it.
 */
final class FreePort {

    private static final int FIRST = 4_096;
    private static final int LAST = 10_239;

    private FreePort() {}

    static int find() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, LAST + 1))
                .limit(1_000)
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free port from " + FIRST + " to " + LAST));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
