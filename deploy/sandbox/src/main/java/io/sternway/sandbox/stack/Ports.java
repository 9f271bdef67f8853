package io.sternway.sandbox.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Finds free ports of 127.0.0.1; none is fixed, so that several sandboxes run side by side. They lie below those that the
 * operating system gives to outgoing connections (from 32768 on Linux, 49152 elsewhere), so that nobody takes one of them
 * by chance before its server listens, or while that is stopped.
 */
public final class Ports {

    private static final int FIRST = 10_240;
    private static final int LAST = 19_999;
    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /**
     * A port that nobody listens on now.
     *
     * @throws IllegalStateException if none was found
     */
    public static int free() {
        return free(1)[0];
    }

    /** Several different ones. */
    public static int[] free(int count) {
        int[] ports = IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST, LAST + 1))
                .limit(ATTEMPTS)
                .distinct()
                .filter(Ports::isFree)
                .limit(count)
                .toArray();
        if (ports.length < count) {
            throw new IllegalStateException("no free port on 127.0.0.1 from " + FIRST + " to " + LAST);
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
