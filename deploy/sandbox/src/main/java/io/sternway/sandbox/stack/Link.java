package io.sternway.sandbox.stack;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way from some clients to a server of 127.0.0.1, as a network is: it can be cut, silent or slow while the server
 * itself is well. Whole at first; every switch can be turned while bytes pass.
 */
public final class Link {

    private static final int START_SECONDS = 20;

    private final Vertx vertx;
    private final NetServer entrance;
    private final NetClient client;
    private final int target;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile boolean silent;
    private volatile Duration delay = Duration.ZERO;

    private Link(Vertx vertx, int target) {
        this.vertx = vertx;
        this.client = vertx.createNetClient();
        this.entrance = vertx.createNetServer();
        this.target = target;
    }

    /**
     * Opens a link; it ends with its {@code vertx}.
     *
     * @param target the port where the server listens, or will
     */
    static Link to(Vertx vertx, int target) {
        Link link = new Link(vertx, target);
        try {
            link.entrance
                    .connectHandler(link::enter)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(START_SECONDS, TimeUnit.SECONDS);
            return link;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a link was opened", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a link to port " + target + " cannot be opened", e);
        }
    }

    /** Where clients connect. */
    public int port() {
        return entrance.actualPort();
    }

    /** Where the server listens. */
    int target() {
        return target;
    }

    /** Connections end, and every new one ends at once, until it is mended. */
    public void cut() {
        cut = true;
        reset();
    }

    /** Connections stay, new ones are taken, and no byte passes in either direction until it is mended. */
    public void silence() {
        silent = true;
        connections.forEach(Connection::flow);
    }

    /** Every byte arrives this much later, in each direction, until it is mended. */
    public void slow(Duration by) {
        delay = by;
    }

    /** Connections end; new ones are served. */
    public void reset() {
        connections.forEach(Connection::end);
    }

    /** Whole again; what was held back by silence goes on its way. */
    public void mend() {
        cut = false;
        silent = false;
        delay = Duration.ZERO;
        connections.forEach(Connection::flow);
    }

    private void enter(NetSocket near) {
        if (cut) {
            near.close();
            return;
        }
        near.pause();
        client.connect(target, "127.0.0.1")
                .onSuccess(far -> new Connection(near, far).begin())
                .onFailure(refused -> near.close());
    }

    /** One connection of a client and the one that stands for it at the server; both on one event loop. */
    private final class Connection {
        private final NetSocket near;
        private final NetSocket far;

        Connection(NetSocket near, NetSocket far) {
            this.near = near;
            this.far = far;
        }

        void begin() {
            connections.add(this);
            carry(near, far);
            carry(far, near);
            flow();
            if (cut) {
                end();
            }
        }

        private void carry(NetSocket from, NetSocket to) {
            DelayLine line = new DelayLine(vertx);
            from.handler(bytes -> line.send(delay, () -> {
                to.write(bytes);
                if (to.writeQueueFull()) {
                    from.pause();
                    to.drainHandler(drained -> flow());
                }
            }));
            from.exceptionHandler(gone -> {});
            from.closeHandler(closed -> line.send(delay, this::end));
        }

        void flow() {
            flow(near);
            flow(far);
        }

        private void flow(NetSocket from) {
            if (silent) {
                from.pause();
            } else {
                from.resume();
            }
        }

        void end() {
            connections.remove(this);
            near.close();
            far.close();
        }
    }
}
