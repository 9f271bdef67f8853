package io.sternway.sandbox.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** Finds free ports of 127.0.0.1; none is fixed, so that several sandboxes run side by side. */
public final class Ports {

    private Ports() {}

    /** A port that nobody listens on now. */
    public static int free() {
        return free(1)[0];
    }

    /** Several different ones. */
    public static int[] free(int count) {
        ServerSocket[] held = new ServerSocket[count];
        int[] ports = new int[count];
        try {
            for (int i = 0; i < count; i++) {
                held[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ports[i] = held[i].getLocalPort();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on 127.0.0.1", e);
        } finally {
            for (ServerSocket socket : held) {
                close(socket);
            }
        }
    }

    private static void close(@Nullable ServerSocket socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
