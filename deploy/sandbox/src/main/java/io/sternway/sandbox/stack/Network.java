package io.sternway.sandbox.stack;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Links of its own for each service, shared by its replicas: to the broker, and to the database for those that have
 * one. So one service can be away from the broker, or hear late, while the others do not.
 */
public final class Network implements AutoCloseable {

    private static final int CLOSE_SECONDS = 20;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
    private final Map<Service, Link> toBroker = new EnumMap<>(Service.class);
    private final Map<Service, Link> toDatabase = new EnumMap<>(Service.class);

    /** Links to ports where a broker is still to listen, one for each service. */
    static Network open() {
        Network network = new Network();
        Service[] services = Service.values();
        int[] ports = Ports.free(services.length);
        for (int i = 0; i < services.length; i++) {
            network.toBroker.put(services[i], Link.to(network.vertx, ports[i]));
        }
        return network;
    }

    /** Adds the links to a database. */
    void connect(Database database) {
        for (Service service : List.of(Service.PROMOTION_SERVICE, Service.ROLLBACK_EXECUTOR)) {
            toDatabase.put(service, Link.to(vertx, database.port()));
        }
    }

    /** The link of a service to the broker. */
    public Link toBroker(Service service) {
        return Objects.requireNonNull(toBroker.get(service));
    }

    /** The link of promotion-service or rollback-executor to the database. */
    public Link toDatabase(Service service) {
        return Objects.requireNonNull(toDatabase.get(service), () -> service.module() + " has no database");
    }

    /** Every link to the broker. */
    public Collection<Link> toBroker() {
        return Collections.unmodifiableCollection(toBroker.values());
    }

    /** Every link to the database. */
    public Collection<Link> toDatabase() {
        return Collections.unmodifiableCollection(toDatabase.values());
    }

    @Override
    public void close() {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the links did not end", e);
        }
    }
}
