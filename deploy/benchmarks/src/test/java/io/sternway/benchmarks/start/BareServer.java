package io.sternway.benchmarks.start;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The least that a service can be: a JVM that answers 200 to everything on the port that is its argument. */
public final class BareServer {

    private BareServer() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        HttpServer server = HttpServer.create(address, 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }
}
