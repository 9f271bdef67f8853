package io.sternway.sandbox.cluster.fleet;

import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.api.Exchange;
import io.sternway.sandbox.cluster.api.HostedCluster;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulated clusters in this process behind one HTTP port of 127.0.0.1: cluster {@code eu-1} is served at {@code
 * http://127.0.0.1:PORT/clusters/eu-1}.
 */
public final class SimulatedFleet implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String PREFIX = "/clusters/";
    /** kubectl sends no token without TLS: it may stand in the URL. */
    private static final String AS = "/as/";

    private static final int SAVE_SECONDS = 2;
    private static final int START_SECONDS = 20;

    private final Vertx vertx;
    private final ScheduledExecutorService scheduler;
    private final Map<String, HostedCluster> clusters = new LinkedHashMap<>();
    private final Map<Access, String> tokens = new EnumMap<>(Access.class);
    private @Nullable HttpServer server;

    private SimulatedFleet(List<String> names, FleetOptions options) {
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
        scheduler = Executors.newScheduledThreadPool(2, task -> {
            Thread thread = new Thread(task, "simulated-clusters");
            thread.setDaemon(true);
            return thread;
        });
        tokens.putAll(options.state() == null ? Tokens.fresh() : Tokens.at(options.state()));
        for (String name : names) {
            clusters.put(name, new HostedCluster(name, options, scheduler));
        }
        clusters.values().forEach(cluster -> cluster.live(options.controllers()));
        if (options.state() != null) {
            var unused = scheduler.scheduleWithFixedDelay(
                    () -> clusters.values().forEach(HostedCluster::save), SAVE_SECONDS, SAVE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** With {@link FleetOptions#defaults()}. */
    public static SimulatedFleet start(String... names) {
        return start(List.of(names), FleetOptions.defaults());
    }

    /** Returns when the port is open. */
    public static SimulatedFleet start(List<String> names, FleetOptions options) {
        SimulatedFleet fleet = new SimulatedFleet(names, options);
        HttpServerOptions http = new HttpServerOptions()
                .setHost(HOST)
                .setPort(0)
                .setMaxWebSocketFrameSize(1 << 24)
                .setMaxWebSocketMessageSize(1 << 24)
                .setCompressionSupported(false);
        try {
            fleet.server = fleet.vertx
                    .createHttpServer(http)
                    .requestHandler(fleet::handle)
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            fleet.close();
            throw new IllegalStateException("cannot listen on " + HOST, e);
        }
        return fleet;
    }

    private void handle(HttpServerRequest request) {
        String path = request.path() == null ? "/" : request.path();
        String token = "";
        if (path.startsWith(AS)) {
            int slash = Math.max(path.indexOf('/', AS.length()), AS.length());
            token = path.substring(AS.length(), slash);
            path = path.substring(slash);
        }
        int end = path.indexOf('/', PREFIX.length());
        String name = path.startsWith(PREFIX) ? path.substring(PREFIX.length(), end < 0 ? path.length() : end) : "";
        HostedCluster cluster = clusters.get(name);
        if (cluster == null) {
            var unused = request.response().setStatusCode(404).end("no such cluster\n");
            return;
        }
        new Exchange(vertx, cluster, request, end < 0 ? "" : path.substring(end), token, this::access).begin();
    }

    private @Nullable Access access(String token) {
        for (Map.Entry<Access, String> known : tokens.entrySet()) {
            if (known.getValue().equals(token)) {
                return known.getKey();
            }
        }
        return null;
    }

    public int port() {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        return server.actualPort();
    }

    /** IllegalArgumentException for an unknown name. */
    public HostedCluster cluster(String name) {
        HostedCluster cluster = clusters.get(name);
        if (cluster == null) {
            throw new IllegalArgumentException("no cluster " + name + " among " + clusters.keySet());
        }
        return cluster;
    }

    public Collection<HostedCluster> clusters() {
        return Collections.unmodifiableCollection(clusters.values());
    }

    /** The URL of a cluster's API. */
    public String server(String name) {
        cluster(name);
        return "http://" + HOST + ":" + port() + PREFIX + name;
    }

    public String token(Access access) {
        return String.valueOf(tokens.get(access));
    }

    /** One context for each cluster, named like it. */
    public String kubeconfig(Access access) {
        return kubeconfig(access, "http://" + HOST + ":" + port());
    }

    /** The same for kubectl, which sends no token over plain HTTP: its URLs hold the token. */
    public String kubectlConfig(Access access) {
        return kubeconfig(access, "http://" + HOST + ":" + port() + AS + token(access));
    }

    public String kubeconfig() {
        return kubeconfig(Access.ADMIN);
    }

    private String kubeconfig(Access access, String root) {
        String user = access.user();
        String contexts = clusters.keySet().stream()
                .map("- {name: %1$s, context: {cluster: %1$s, user: USER}}\n"::formatted)
                .collect(Collectors.joining());
        String servers = clusters.keySet().stream()
                .map(name -> "- {name: %s, cluster: {server: \"%s\"}}\n".formatted(name, root + PREFIX + name))
                .collect(Collectors.joining());
        String current = clusters.keySet().stream().findFirst().orElse("");
        return "apiVersion: v1\nkind: Config\ncurrent-context: \"" + current + "\"\ncontexts:\n"
                + contexts.replace("USER", user) + "clusters:\n" + servers + "users:\n- {name: " + user
                + ", user: {token: " + token(access) + "}}\n";
    }

    /** Ends controllers, watches and the server. */
    @Override
    public void close() {
        clusters.values().forEach(HostedCluster::close);
        scheduler.shutdownNow();
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server did not end", e);
        }
    }
}
