package io.sternway.clusters;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One client for each cluster of the inventory, made when it is first asked for. All share connections' machinery and
 * threads. A cluster that vanishes from the inventory keeps its last known access until {@link #forget} or a restart
 * (R6). May be called from any thread.
 */
public final class ClusterClients implements AutoCloseable {

    private static final int THREADS = 32;

    private final SharedClient shared;
    private final ThreadPoolExecutor executor;
    private final @Nullable Vertx owned;
    private final Map<String, ClusterConnection> connections = new ConcurrentHashMap<>();
    private volatile Set<String> listed = Set.of();

    private ClusterClients(ClientOptions options, Vertx vertx, @Nullable Vertx owned) {
        this.owned = owned;
        AtomicInteger number = new AtomicInteger();
        this.executor =
                new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "clusters-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        this.shared = SharedClient.of(options, vertx, executor);
    }

    /** Clients for the clusters of an inventory file, whatever it says later, on event loops that exist already. */
    public static ClusterClients open(InventoryFile inventory, ClientOptions options, Vertx vertx) {
        ClusterClients clients = new ClusterClients(options, vertx, null);
        inventory.onChange(clients::use);
        return clients;
    }

    /** Clients for clusters that are known otherwise, with event loops of their own. */
    public static ClusterClients of(Inventory inventory, ClientOptions options) {
        Vertx vertx = Vertx.vertx();
        ClusterClients clients = new ClusterClients(options, vertx, vertx);
        clients.use(inventory);
        return clients;
    }

    /**
     * The client of a cluster. It is not to be closed, and not to be kept: it is replaced when credentials change.
     *
     * @throws ClusterException ClusterUnknown, or Unauthorized if its credentials cannot be read
     */
    public KubernetesClient client(String cluster) {
        ClusterConnection connection = connections.get(cluster);
        if (connection == null) {
            throw new ClusterException(ClusterFailure.clusterUnknown(cluster));
        }
        return connection.client();
    }

    /** Whether the inventory, as it was last read whole, has the cluster. */
    boolean isListed(String cluster) {
        return listed.contains(cluster);
    }

    /** What a failed call means, with the wait that the API server asked for. */
    public ClusterFailure failure(String cluster, Throwable thrown) {
        return failure(cluster, ClusterFailure.of(thrown));
    }

    /** The same for a failure that is known, of which only the wait may be missing. */
    public ClusterFailure failure(String cluster, ClusterFailure failure) {
        return failure.kind() == ClusterFailure.Kind.Throttled
                ? failure.withRetryAfter(retryAfter(cluster).orElse(null))
                : failure;
    }

    /** How long the cluster's API server still wants to be left alone. */
    public Optional<Duration> retryAfter(String cluster) {
        return Optional.ofNullable(connections.get(cluster)).map(ClusterConnection::retryAfter);
    }

    /** Nothing is held on the cluster any more: one that has vanished from the inventory is forgotten. */
    public void forget(String cluster) {
        if (!listed.contains(cluster)) {
            ClusterConnection connection = connections.remove(cluster);
            if (connection != null) {
                connection.close();
            }
        }
    }

    @Override
    public void close() {
        connections.values().forEach(ClusterConnection::close);
        executor.shutdownNow();
        if (owned != null) {
            owned.close();
        }
    }

    private void use(Inventory inventory) {
        for (InventoryEntry entry : inventory.clusters()) {
            connections
                    .computeIfAbsent(entry.name(), name -> new ClusterConnection(shared, entry.access()))
                    .reachBy(entry.access());
        }
        listed = inventory.names();
    }
}
